import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { OTHER_STEP_TITLES } from '#contract/deals/server-texts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { requireEditable, requireRemovable } from '#server/features/items/commands.ts';
import { findItem, type ItemRowWithSaves } from '#server/features/items/queries.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { changeDeals, openDeal } from './deal-transaction.ts';
import { settleIfDue } from './due.ts';
import { setRemoved } from './item-queries.ts';
import { findPair, type Pair } from './pair-queries.ts';
import { markSold, sellTo } from './sale-effects.ts';
import { settle } from './settle.ts';
import type { DealDeps, DealTransaction } from './steps.ts';

interface Sale {
	/** A user who has written about the item or made a step of a deal; missing if somebody else bought the item. */
	buyerId?: number | null | undefined;
	/**
	 * Rupees. If the price is missing, the amount agreed with the buyer or the asking price; without a buyer, the price
	 * stays unknown.
	 */
	price?: number | null | undefined;
}

/**
 * Marks an item as sold. Asks the named buyer to confirm the receipt, unless the buyer has done so. Notifies the other
 * users who wrote about the item, or who have an open offer, the reservation or a place in the queue. Only an
 * administrator can reverse a sale.
 * @throws AppError not_found; forbidden when the caller is not the owner; conflict when the item is sold or banned
 * already; invalid for a buyer who has neither written nor made a step of a deal
 */
export async function sellItem(
	deps: DealDeps,
	itemId: number,
	callerId: number,
	{ buyerId, price }: Sale,
): Promise<ItemRowWithSaves> {
	await requireEditable(deps.db, itemId, callerId);
	await settleIfDue(deps, [itemId]);
	await changeDeals(deps, { itemId, buyerId: buyerId ?? undefined }, async (transaction) => {
		if (transaction.item.soldAt) throw new AppError('conflict', ITEM_ERRORS.alreadySold);
		if (!transaction.item.isPublic) throw new AppError('conflict', ITEM_ERRORS.notEditable);
		if (buyerId) await sellToBuyer(transaction, buyerId, price ?? undefined);
		else await markSold(transaction, price ?? null);
	});
	const sold = await findItem(deps.db, itemId);
	if (!sold) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return sold;
}

async function sellToBuyer(
	transaction: DealTransaction,
	buyerId: number,
	price: number | undefined,
): Promise<void> {
	const { item, tx } = transaction;
	const pair =
		buyerId === item.sellerId ? undefined : await findPair(tx, { item, buyerId, role: 'seller' });
	if (!pair?.hasWritten && !pair?.hasDeal)
		throw invalidField('buyerId', DEAL_INPUT_ERRORS.badBuyer);
	const priceRupees = price ?? agreedAmount(pair, buyerId) ?? item.price;
	await openDeal(transaction, buyerId);
	// The buyer's 'Done' at the hand-over already confirms the sale.
	const isConfirmed = pair.handover?.buyerDone === true;
	const saleId = await sellTo(transaction, buyerId, priceRupees, isConfirmed);
	transaction.addStep({
		buyerId,
		from: 'seller',
		event: { type: 'sold', price: priceRupees },
		subject: `sale ${saleId}`,
		title: isConfirmed ? OTHER_STEP_TITLES.bothDone : undefined,
	});
}

/**
 * Takes the caller's item off the market, and ends everything that is open in its deals. Its chats and its sale go on.
 * Does nothing if the item is removed already.
 * @throws AppError not_found, forbidden, or conflict when the item is banned
 */
export async function removeOwnItem(
	deps: DealDeps,
	itemId: number,
	callerId: number,
): Promise<ItemRowWithSaves> {
	await requireRemovable(deps.db, itemId, callerId);
	await settleIfDue(deps, [itemId]);
	await changeDeals(deps, { itemId }, async (transaction) => {
		const { tx, item } = transaction;
		if (!(await setRemoved(tx, itemId, callerId))) return;
		item.isPublic = false;
		item.isRemoved = true;
		await settle(transaction);
	});
	return requireRemovable(deps.db, itemId, callerId);
}

/** The amount agreed with this buyer, while the item is reserved for the buyer. */
function agreedAmount({ reservation }: Pair, buyerId: number): number | undefined {
	return reservation?.buyerId === buyerId ? reservation.amount : undefined;
}
