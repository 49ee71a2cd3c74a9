import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import type { ItemRow } from '#server/features/items/queries.ts';
import { AppError } from '#server/lib/app-error.ts';

/**
 * The error for an item that could not be saved.
 * @param item the item with the requested id; undefined if it does not exist or is deleted
 */
export function refusalToSave(
	item: Pick<ItemRow, 'sellerId' | 'sellerHidden' | 'bannedAt' | 'removedAt'> | undefined,
	userId: number,
): AppError {
	if (item?.sellerId === userId) return new AppError('invalid', SAVED_ERRORS.ownItem);
	const isPublic = item && !item.sellerHidden && !item.bannedAt && !item.removedAt;
	if (!isPublic) return new AppError('not_found', ITEM_ERRORS.notFound);
	return new AppError('conflict', SAVED_ERRORS.full);
}
