import { thumbHashToDataURL } from 'thumbhash';

/** The blurred stand-in of a picture as a `background-image`; undefined where the hash is not readable. */
export function thumbBackground(thumbhash: string | undefined): string | undefined {
	if (!thumbhash) return undefined;
	try {
		const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
		return `url(${thumbHashToDataURL(bytes)})`;
	} catch {
		return undefined;
	}
}
