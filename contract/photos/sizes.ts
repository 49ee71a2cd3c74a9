export const LARGEST_WIDTH = 1600;
/** Widths in pixels of the pictures made of every photo; an address names one of them. */
export const PHOTO_WIDTHS = [320, 640, LARGEST_WIDTH] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** The same picture at another width. Addresses read `/photos/{hash}-{width}.webp`, queries stay. */
export function photoUrlAt(url: string, width: PhotoWidth): string {
	return url.replace(/-\d+\.webp/, `-${width}.webp`);
}

/** How wide pictures are shown: the `sizes` of a card in a grid, of a card in a list, of an item's own pictures, and of a note on the home page. */
export const PICTURE_SIZES = {
	card: '(min-width: 72.5rem) 263px, (min-width: 47.5rem) 23vw, 46vw',
	row: '(min-width: 47.5rem) 208px, 128px',
	gallery: '(min-width: 72.5rem) 590px, (min-width: 47.5rem) 52vw, 100vw',
	note: '(min-width: 72.5rem) 142px, (min-width: 47.5rem) 12vw, 28vw',
} as const;

/**
 * The `srcset` of a picture of ours. One smaller than a size is kept at its own width: never promise more than there is.
 * Pages and the server's preload use it both, so that a picture is fetched once.
 */
export function photoSrcset({ url, width }: { url: string; width?: number | undefined }): string {
	return PHOTO_WIDTHS.map(
		(targetWidth) =>
			`${photoUrlAt(url, targetWidth)} ${Math.min(targetWidth, width ?? targetWidth)}w`,
	).join(', ');
}
