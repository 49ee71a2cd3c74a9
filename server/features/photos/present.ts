import type { Photo } from '#contract/photos/schemas.ts';

/** A photo as it is stored. */
type StoredPhoto = Omit<Photo, 'url'> & { hash: string };

/** A photo as replies contain it. */
export function presentPhoto(
	{ hash, width, height, thumbhash }: StoredPhoto,
	urlOf: (hash: string) => string,
): Photo {
	return { url: urlOf(hash), width, height, thumbhash };
}
