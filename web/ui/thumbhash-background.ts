const IDLE_TIMEOUT_MS = 300;

/**
 * Shows a blurred preview behind a picture. Set by script, because the content security policy forbids style
 * attributes in server-rendered HTML. Does nothing if the picture has loaded and covers its frame.
 * @param isEager whether to decode the preview at once. Other previews are decoded when the browser is idle: a list has
 * dozens, and decoding one takes a third of a millisecond
 * @returns a function that removes the preview
 */
export function showThumbhash(
	image: HTMLImageElement,
	thumbhash: string,
	isEager: boolean,
): () => void {
	// With object-contain part of the frame stays empty, and the preview is still needed.
	const isFrameCovered = () =>
		image.complete && image.naturalWidth > 0 && !image.matches('.object-contain');
	let isRemoved = false;
	const show = async () => {
		if (isFrameCovered()) return;
		const background = await thumbhashBackground(thumbhash);
		if (!isRemoved && !isFrameCovered()) image.style.backgroundImage = background;
	};
	const stop = isEager ? void show() : whenIdle(() => void show());
	return () => {
		isRemoved = true;
		stop?.();
		image.style.backgroundImage = '';
	};
}

function whenIdle(callback: () => void): () => void {
	// Safari has no requestIdleCallback.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(callback);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
	return () => cancelIdleCallback(handle);
}

/** The value of `background-image`; empty if the hash is malformed or the decoder cannot be loaded. */
async function thumbhashBackground(thumbhash: string): Promise<string> {
	try {
		// Loaded on demand, because it is only decorative.
		const { thumbHashToDataURL } = await import('thumbhash');
		const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
		return `url(${thumbHashToDataURL(bytes)})`;
	} catch {
		return '';
	}
}
