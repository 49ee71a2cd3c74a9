import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import type { DealRole } from '#contract/deals/facts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { DealView } from './decide.ts';
import type { DealItem } from './state.ts';

/**
 * The caller's side of a deal.
 * @throws AppError not_found for an item that is neither public nor removed, and for a seller's deal with themselves; forbidden for
 * other users
 */
export function requireSide(
	item: DealItem | undefined,
	buyerId: number,
	callerId: number,
): DealRole {
	if (!item || !(item.isPublic || item.isRemoved))
		throw new AppError('not_found', ITEM_ERRORS.notFound);
	if (callerId !== item.sellerId && callerId !== buyerId)
		throw new AppError('forbidden', DEAL_INPUT_ERRORS.notYours);
	if (buyerId === item.sellerId) throw new AppError('not_found', DEAL_INPUT_ERRORS.notFound);
	return callerId === buyerId ? 'buyer' : 'seller';
}

/**
 * @throws AppError not_found while the buyer has neither written nor made a step of a deal: for the seller, and for both
 * if the item is removed
 */
export function requireBegun({ item, deal: { isBegun, buyer } }: DealView, role: DealRole): void {
	const hasWritten = role === 'buyer' ? buyer.hasWrittenForBuyer : buyer.hasWritten;
	const hasBegun = (role === 'buyer' && !item.isRemoved) || hasWritten || isBegun[role];
	if (!hasBegun) throw new AppError('not_found', DEAL_INPUT_ERRORS.notFound);
}

/** @throws AppError not_found for an item that the caller cannot see; forbidden for users other than the seller */
export function requireSeller(item: DealItem | undefined, callerId: number): void {
	const isSeller = item?.sellerId === callerId;
	if (!item || !(item.isPublic || isSeller)) throw new AppError('not_found', ITEM_ERRORS.notFound);
	if (!isSeller) throw new AppError('forbidden', ITEM_ERRORS.notOwner);
}
