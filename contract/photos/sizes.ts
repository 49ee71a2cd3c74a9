/** Width in pixels of the largest stored size of a photo. */
export const LARGEST_WIDTH = 1600;
/** Widths in pixels that every photo is stored at; a photo URL contains one of them. */
export const PHOTO_WIDTHS = [320, 640, LARGEST_WIDTH] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** URL of the same photo at another width. URLs have the form `/photos/{hash}-{width}.webp`; the query is kept. */
export function photoUrlAt(url: string, width: PhotoWidth): string {
	return url.replace(/-\d+\.webp/, `-${width}.webp`);
}

/** The `sizes` attribute of pictures, by where they are shown. */
export const PICTURE_SIZES = {
	/** A card in a grid. */
	card: '(min-width: 72.5rem) 263px, (min-width: 47.5rem) 23vw, 46vw',
	/** A card in a list. */
	row: '(min-width: 47.5rem) 208px, 128px',
	/** The gallery of an item's page. */
	gallery: '(min-width: 72.5rem) 590px, (min-width: 47.5rem) 52vw, 100vw',
	/** A pinned note on the home page. */
	note: '(min-width: 72.5rem) 142px, (min-width: 47.5rem) 12vw, 28vw',
} as const;

/**
 * The `srcset` of a photo. A photo narrower than a target width is stored at its own width, so no larger width is
 * claimed. Used by pages and by the server's preload, so that a photo is fetched once.
 */
export function photoSrcset({ url, width }: { url: string; width?: number | undefined }): string {
	return PHOTO_WIDTHS.map(
		(targetWidth) =>
			`${photoUrlAt(url, targetWidth)} ${Math.min(targetWidth, width ?? targetWidth)}w`,
	).join(', ');
}
