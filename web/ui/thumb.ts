import { thumbHashToDataURL } from 'thumbhash';

const SOON_MS = 300;

/**
 * Puts a picture's blurred stand-in behind it, by hand: our policy lets scripts style an element, but no style stand in the
 * HTML that the server draws. Nothing is put behind a picture that is there already and covers it.
 * @param isFirst at once, and not when there is time: it takes a third of a millisecond, and a list has dozens
 * @returns how to take it away
 */
export function showThumb(
	image: HTMLImageElement,
	thumbhash: string,
	isFirst: boolean,
): () => void {
	const show = () => {
		const isCovered = image.complete && image.naturalWidth > 0 && !image.matches('.object-contain');
		if (!isCovered) image.style.backgroundImage = thumbBackground(thumbhash);
	};
	const stop = isFirst ? show() : whenIdle(show);
	return () => {
		stop?.();
		image.style.backgroundImage = '';
	};
}

function whenIdle(work: () => void): () => void {
	// Safari can't tell.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(work);
		return () => clearTimeout(timer);
	}
	const due = requestIdleCallback(work, { timeout: SOON_MS });
	return () => cancelIdleCallback(due);
}

/** As a `background-image`; empty where the hash is not readable. */
function thumbBackground(thumbhash: string): string {
	try {
		const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
		return `url(${thumbHashToDataURL(bytes)})`;
	} catch {
		return '';
	}
}
