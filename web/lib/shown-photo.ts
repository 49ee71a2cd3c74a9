import { parseImageUrls } from '#contract/items/image-urls.ts';
import type { Photo } from '#contract/photos/schemas.ts';

/** A picture as displayed; its size is unknown if the server sent only an address. */
export interface ShownPhoto {
	url: string;
	width?: number;
	height?: number;
	thumbhash?: string;
}

/** An item's photos, the cover first. */
export function photosOf(item: { photos?: readonly Photo[]; imageUrl?: unknown }): ShownPhoto[] {
	if (item.photos && item.photos.length > 0) return [...item.photos];
	return parseImageUrls(item.imageUrl).map((url) => ({ url }));
}
