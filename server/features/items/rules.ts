import type { DeclaredError } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { reservationEnd, type StoredReservation } from '#contract/items/reservation.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { ItemRow } from './queries.ts';

type ItemState = Pick<ItemRow, 'sellerId' | 'sellerHidden' | 'soldAt' | 'bannedAt' | 'removedAt'>;

/** Banned and removed items, and items of banned or deleted sellers, are visible to their owner only. */
export function isHidden({ bannedAt, removedAt, sellerHidden }: ItemState): boolean {
	return bannedAt !== null || removedAt !== null || sellerHidden;
}

function canSee(item: ItemState, callerId: number | undefined): boolean {
	return item.sellerId === callerId || !isHidden(item);
}

/** @throws AppError not_found when the item does not exist or the caller may not see it */
export function requireVisible<Row extends ItemState>(
	item: Row | undefined,
	callerId: number | undefined,
): Row {
	if (!item || !canSee(item, callerId)) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return item;
}

/** @throws AppError not_found when the caller may not see the item, forbidden when they are not its owner */
export function requireOwned<Row extends ItemState>(item: Row | undefined, callerId: number): Row {
	const visible = requireVisible(item, callerId);
	if (visible.sellerId !== callerId) throw new AppError('forbidden', ITEM_ERRORS.notOwner);
	return visible;
}

/** @throws AppError conflict when the item is banned */
export function requireNotBanned<Row extends ItemState>(item: Row): Row {
	if (item.bannedAt) throw new AppError('conflict', ITEM_ERRORS.banned);
	return item;
}

/** @throws AppError conflict when the item is sold, banned or removed */
export function requireOnSale(item: ItemState): void {
	if (item.bannedAt || item.removedAt) throw new AppError('conflict', ITEM_ERRORS.notEditable);
	if (item.soldAt) throw new AppError('conflict', ITEM_ERRORS.alreadySold);
}

type PriceAndCategory = Pick<ItemRow, 'price' | 'category'>;

/** @throws AppError conflict when the item is reserved and price or category change */
export function requireFixedWhileReserved(
	former: PriceAndCategory & StoredReservation,
	edited: PriceAndCategory,
	now: Date,
): void {
	const isSame = edited.price === former.price && edited.category === former.category;
	if (!isSame && reservationEnd(former, now)) throw new AppError('conflict', ITEM_ERRORS.reserved);
}

/** @throws AppError invalid for the field `path`, when there is an error */
export function rejectInvalid(path: string, error: DeclaredError | undefined): void {
	if (error) throw invalidField(path, error);
}

/**
 * The hashes of the photos to keep.
 * @throws AppError invalid when a photo is not one of the item's
 */
export function requireOwnPhotos(
	keptHashes: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return requireAmong(keptHashes, own, 'keepExistingImages', PHOTO_ERRORS.notYours);
}

/**
 * The hashes of the pending photos.
 * @throws AppError invalid when a photo is not one of the caller's
 */
export function requireOwnPendingPhotos(
	pendingHashes: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return requireAmong(pendingHashes, own, 'uploaded', PHOTO_ERRORS.uploadNotYours);
}

function requireAmong(
	hashes: readonly (string | undefined)[],
	own: readonly string[],
	path: string,
	error: DeclaredError,
): string[] {
	return hashes.map((hash) => {
		if (hash === undefined || !own.includes(hash)) throw invalidField(path, error);
		return hash;
	});
}

/**
 * The hashes of an item's future photos by group: the kept photos of an edited item, the pending photos (`up`), and the
 * files of the request (`new`). The keys are the group names in `order`; their sequence is the default order.
 */
interface PhotoGroups {
	keep?: readonly string[];
	up?: readonly string[];
	new?: readonly string[];
}

/**
 * All photos in the requested order, with entries such as `keep:0`, `up:0` and `new:0`. Without an order, group by
 * group.
 * @throws AppError invalid when the order does not name each photo exactly once
 */
export function orderPhotos(groups: PhotoGroups, order: readonly string[] | undefined): string[] {
	const byName = new Map<string, string>(
		Object.entries(groups).flatMap(([group, hashes]: [string, readonly string[]]) =>
			hashes.map((hash, index) => [`${group}:${index}`, hash] as const),
		),
	);
	const names = order ?? [...byName.keys()];
	const chosen = names.map((name) => byName.get(name));
	const isComplete = names.length === byName.size && new Set(names).size === names.length;
	if (!isComplete || chosen.includes(undefined)) rejectInvalid('order', PHOTO_ERRORS.badKeepList);
	return chosen.filter((hash) => hash !== undefined);
}
