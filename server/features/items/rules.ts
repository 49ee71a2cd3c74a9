import * as z from 'zod/mini';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { idempotencyKey } from '#contract/items/items.ts';
import { PHOTO_MESSAGES } from '#contract/photos/photos.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { ItemRow } from './queries.ts';

type ItemState = Pick<ItemRow, 'sellerId' | 'sellerHidden' | 'soldAt' | 'bannedAt'>;

/** Banned items, and items of banned or deleted sellers, are visible to their owner only (decisions, "Items"). */
export function isHidden({ bannedAt, sellerHidden }: ItemState): boolean {
	return bannedAt !== null || sellerHidden;
}

function canSee(item: ItemState, callerId: number | undefined): boolean {
	return item.sellerId === callerId || !isHidden(item);
}

/** @throws AppError not_found when the item does not exist or the caller may not see it */
export function requireVisible<Row extends ItemState>(
	item: Row | undefined,
	callerId: number | undefined,
): Row {
	if (!item || !canSee(item, callerId)) throw new AppError('not_found', ITEM_MESSAGES.notFound);
	return item;
}

/** @throws AppError not_found when the caller may not see the item, forbidden when they are not its owner */
export function requireOwned<Row extends ItemState>(item: Row | undefined, callerId: number): Row {
	const found = requireVisible(item, callerId);
	if (found.sellerId !== callerId) throw new AppError('forbidden', ITEM_MESSAGES.notOwner);
	return found;
}

/** @throws AppError conflict when the item is sold or banned */
export function requireOnSale(item: ItemState): void {
	if (item.bannedAt) throw new AppError('conflict', ITEM_MESSAGES.notEditable);
	if (item.soldAt) throw new AppError('conflict', ITEM_MESSAGES.alreadySold);
}

/** @throws AppError invalid for the field `path`, when there is a message */
export function rejectInvalid(path: string, message: string | undefined): void {
	if (message) throw invalidField(path, message);
}

/** @throws AppError invalid for a key that is no UUID */
export function requireIdempotencyKey(header: string | string[] | undefined): string | undefined {
	const parsed = z.safeParse(idempotencyKey, header);
	if (parsed.success) return parsed.data;
	throw invalidField('Idempotency-Key', ITEM_MESSAGES.badIdempotencyKey);
}

/**
 * The hashes of the photos to keep.
 * @throws AppError invalid when a photo is not one of the item's
 */
export function requireOwnPhotos(
	keptHashes: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return requireAmong(keptHashes, own, 'keepExistingImages', PHOTO_MESSAGES.notYours);
}

/**
 * The hashes of the photos that were uploaded ahead.
 * @throws AppError invalid when a photo is not one of the caller's
 */
export function requireOwnPendingPhotos(
	pendingHashes: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return requireAmong(pendingHashes, own, 'uploaded', PHOTO_MESSAGES.uploadNotYours);
}

function requireAmong(
	hashes: readonly (string | undefined)[],
	own: readonly string[],
	path: string,
	message: string,
): string[] {
	return hashes.map((hash) => {
		if (hash === undefined || !own.includes(hash)) throw invalidField(path, message);
		return hash;
	});
}

/** The hashes of an item's future photos, by the group name that `order` uses; the groups are in the default order. */
interface PhotoGroups {
	keep?: readonly string[];
	up?: readonly string[];
	new?: readonly string[];
}

/**
 * All photos in the requested order: `keep:0`, `up:0`, `new:0` and so on; without an order, group by group.
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
	if (!isComplete || chosen.includes(undefined)) rejectInvalid('order', PHOTO_MESSAGES.badKeepList);
	return chosen.filter((hash) => hash !== undefined);
}
