const IDLE_TIMEOUT_MS = 300;

/**
 * Puts a picture's blurred stand-in behind it, by hand: our policy lets scripts style an element, but no style stand in the
 * HTML that the server draws. Nothing is put behind a picture that is there already and covers it.
 * @param isFirst at once, and not when there is time: it takes a third of a millisecond, and a list has dozens
 * @returns how to take it away
 */
export function showThumbhash(
	image: HTMLImageElement,
	thumbhash: string,
	isFirst: boolean,
): () => void {
	const isCovered = () =>
		image.complete && image.naturalWidth > 0 && !image.matches('.object-contain');
	let isStopped = false;
	const show = async () => {
		if (isCovered()) return;
		const background = await thumbhashBackground(thumbhash);
		if (!isStopped && !isCovered()) image.style.backgroundImage = background;
	};
	const stop = isFirst ? void show() : whenIdle(() => void show());
	return () => {
		isStopped = true;
		stop?.();
		image.style.backgroundImage = '';
	};
}

function whenIdle(callback: () => void): () => void {
	// Safari can't tell.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(callback);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
	return () => cancelIdleCallback(handle);
}

/** As a `background-image`; empty where the hash is not readable, or what reads it does not come. */
async function thumbhashBackground(thumbhash: string): Promise<string> {
	try {
		// Not among the scripts that a page starts with: it only decorates.
		const { thumbHashToDataURL } = await import('thumbhash');
		const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
		return `url(${thumbHashToDataURL(bytes)})`;
	} catch {
		return '';
	}
}
