import type { SavedItem } from '#contract/saved/schemas.ts';
import { presentItem } from '#server/features/items/present.ts';
import type { ItemRow } from '#server/features/items/queries.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import type { SavedRow } from './queries.ts';

/**
 * A saved item in the list of the user who saved it.
 * @param item undefined if it is not public; its photos are not public then, either
 */
export function presentSaved(
	{ itemId, title, savedPrice }: SavedRow,
	item: ItemRow | undefined,
	photoUrls: PhotoUrls,
): SavedItem {
	if (!item) return { id: itemId, title, isAvailable: false, status: 'removed' };
	const status = item.soldAt ? 'sold' : 'available';
	return { ...presentItem(item, photoUrls), status, savedPrice };
}
