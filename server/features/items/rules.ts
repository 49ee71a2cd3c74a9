import { ITEM_MESSAGES } from '#contract/items.ts';
import { PHOTO_MESSAGES } from '#contract/photos.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { ItemRow } from './queries.ts';

type ItemState = Pick<ItemRow, 'sellerId' | 'sellerHidden' | 'soldAt' | 'bannedAt'>;

/** Banned items, and items of banned or deleted people, are there for their owner only (decisions, "Items"). */
export function canSee(item: ItemState, callerId: number | undefined): boolean {
	return item.sellerId === callerId || !(item.bannedAt || item.sellerHidden);
}

/** @throws Refusal not_found when there is no such item for this caller */
export function requireVisible<Row extends ItemState>(
	item: Row | undefined,
	callerId: number | undefined,
): Row {
	if (!item || !canSee(item, callerId)) throw new Refusal('not_found', ITEM_MESSAGES.notFound);
	return item;
}

/** @throws Refusal not_found or forbidden, in this order */
export function requireOwned<Row extends ItemState>(item: Row | undefined, callerId: number): Row {
	const found = requireVisible(item, callerId);
	if (found.sellerId !== callerId) throw new Refusal('forbidden', ITEM_MESSAGES.notOwner);
	return found;
}

/** @throws Refusal conflict when it is sold or banned */
export function requireOnSale(item: ItemState): void {
	if (item.bannedAt) throw new Refusal('conflict', ITEM_MESSAGES.notEditable);
	if (item.soldAt) throw new Refusal('conflict', ITEM_MESSAGES.alreadySold);
}

/** @throws Refusal invalid with a message of the photo rules, when there is one */
export function refuseBroken(path: string, message: string | undefined): void {
	if (message) throw new Refusal('invalid', message, [{ path, message }]);
}

/**
 * The photos to keep, by what is in them.
 * @throws Refusal invalid when one is not among the item's own
 */
export function requireOwnPhotos(
	kept: readonly (string | undefined)[],
	own: readonly string[],
): string[] {
	return kept.map((hash) => {
		if (hash === undefined || !own.includes(hash)) {
			const issue = { path: 'keepExistingImages', message: PHOTO_MESSAGES.notYours };
			throw new Refusal('invalid', issue.message, [issue]);
		}
		return hash;
	});
}

/**
 * Kept and new photos in the order asked for: `keep:0`, `new:0` and so on; without one, kept come first.
 * @throws Refusal invalid when the order does not name each exactly once
 */
export function inOrder(
	kept: readonly string[],
	added: readonly string[],
	order: readonly string[] | undefined,
): string[] {
	const byName = new Map<string, string>([
		...kept.map((hash, index) => [`keep:${index}`, hash] as const),
		...added.map((hash, index) => [`new:${index}`, hash] as const),
	]);
	const names = order ?? [...byName.keys()];
	const chosen = names.map((name) => byName.get(name));
	const complete = names.length === byName.size && new Set(names).size === names.length;
	if (!complete || chosen.includes(undefined)) refuseBroken('order', PHOTO_MESSAGES.badKeepList);
	return chosen.filter((hash) => hash !== undefined);
}
