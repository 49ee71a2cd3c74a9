import * as z from 'zod/mini';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { idempotencyKey } from '#contract/items/items.ts';
import { PHOTO_MESSAGES } from '#contract/photos/photos.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import type { ItemRow } from './queries.ts';

type ItemState = Pick<ItemRow, 'sellerId' | 'sellerHidden' | 'soldAt' | 'bannedAt'>;

/** Banned items, and items of banned or deleted people, are there for their owner only (decisions, "Items"). */
export function isHidden({ bannedAt, sellerHidden }: ItemState): boolean {
	return bannedAt !== null || sellerHidden;
}

function canSee(item: ItemState, callerId: number | undefined): boolean {
	return item.sellerId === callerId || !isHidden(item);
}

/** @throws Refusal not_found when there is no such item for this caller */
export function requireVisible<Row extends ItemState>(
	item: Row | undefined,
	callerId: number | undefined,
): Row {
	if (!item || !canSee(item, callerId)) throw new AppError('not_found', ITEM_MESSAGES.notFound);
	return item;
}

/** @throws Refusal not_found or forbidden, in this order */
export function requireOwned<Row extends ItemState>(item: Row | undefined, callerId: number): Row {
	const found = requireVisible(item, callerId);
	if (found.sellerId !== callerId) throw new AppError('forbidden', ITEM_MESSAGES.notOwner);
	return found;
}

/** @throws Refusal conflict when it is sold or banned */
export function requireOnSale(item: ItemState): void {
	if (item.bannedAt) throw new AppError('conflict', ITEM_MESSAGES.notEditable);
	if (item.soldAt) throw new AppError('conflict', ITEM_MESSAGES.alreadySold);
}

/** @throws Refusal invalid with a message of the photo rules, when there is one */
export function rejectInvalid(path: string, message: string | undefined): void {
	if (message) throw invalidField(path, message);
}

/** @throws Refusal invalid for a key that is no UUID */
export function requireIdempotencyKey(header: string | string[] | undefined): string | undefined {
	const parsed = z.safeParse(idempotencyKey, header);
	if (parsed.success) return parsed.data;
	throw invalidField('Idempotency-Key', ITEM_MESSAGES.badIdempotencyKey);
}

/**
 * The photos to keep, by what is in them.
 * @throws Refusal invalid when one is not among the item's own
 */
export function requireOwnPhotos(
	keptHashes: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return requireAmong(keptHashes, own, 'keepExistingImages', PHOTO_MESSAGES.notYours);
}

/**
 * The photos that were sent ahead, by what is in them.
 * @throws Refusal invalid when one is not among the caller's own
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

/** An item's photos-to-be, by the words that name them in an order, in the order they have without one. */
interface PhotoGroups {
	keep?: readonly string[];
	up?: readonly string[];
	new?: readonly string[];
}

/**
 * All photos in the order asked for: `keep:0`, `up:0`, `new:0` and so on; without one, group by group.
 * @throws Refusal invalid when the order does not name each exactly once
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
