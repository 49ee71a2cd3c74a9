import type { Photo } from '#contract/photos/schemas.ts';
import { redrawPhoto } from '#web/features/photos/resize.ts';
import { type ListedPhoto, type NewPhoto, photoPath } from './photo-list.ts';
import { listSentPhotos } from './queries.ts';

/**
 * Rotates a photo by a quarter turn clockwise; the returned photo replaces it in the list. Always drawn from the file
 * before the first rotation, so that repeated rotations lose no quality.
 * @param stored the server's copy, for a file that this browser cannot draw
 * @returns undefined if this browser cannot draw the file and there is no copy of the server yet
 */
export async function rotatePhoto(
	photo: ListedPhoto,
	stored: Photo | undefined,
	maxBytes: number,
): Promise<NewPhoto | undefined> {
	const { original, turns } =
		photo.kind === 'new' ? photo : { original: await fetchPhoto(photo.photo), turns: 0 };
	return (
		(await rotated(photo.key, original, (turns + 1) % 4, maxBytes)) ??
		(stored && (await rotated(photo.key, await fetchSentPhoto(stored), 1, maxBytes)))
	);
}

async function rotated(
	key: string,
	original: File,
	turns: number,
	maxBytes: number,
): Promise<NewPhoto | undefined> {
	const file =
		turns === 0 ? original : await redrawPhoto(original, { maxBytes, quarterTurns: turns });
	return file && { kind: 'new', key, file, original, turns };
}

/** Fetches an uploaded photo. Its signed URL expires after minutes: if fetching fails, requests a new URL. */
async function fetchSentPhoto(sent: Photo): Promise<File> {
	try {
		return await fetchPhoto(sent);
	} catch (error) {
		const isSamePhoto = ({ url }: Photo) => photoPath(url) === photoPath(sent.url);
		const fresh = (await listSentPhotos()).find(isSamePhoto);
		if (!fresh) throw error;
		return fetchPhoto(fresh);
	}
}

/**
 * Fetches from this page's origin, even if photos have another public host: pages cannot read cross-origin responses.
 */
async function fetchPhoto({ url }: Photo): Promise<File> {
	const { pathname, search } = new URL(url, window.location.href);
	const response = await fetch(`${pathname}${search}`);
	if (!response.ok) throw new Error(`Fetching the photo failed with status ${response.status}.`);
	const blob = await response.blob();
	return new File([blob], 'photo.webp', { type: blob.type });
}
