import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { OTHER_STEP_TITLES } from '#contract/deals/words.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { requireEditable } from '#server/features/items/commands.ts';
import { findItem, type ItemRow } from '#server/features/items/queries.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { changeDeals, openDeal } from './deal-transaction.ts';
import { settleIfDue } from './due.ts';
import { findPair, type Pair } from './pair-queries.ts';
import { markSold, sellTo } from './sale-effects.ts';
import type { DealDeps, DealTransaction } from './steps.ts';

interface Sale {
	/** Who has written about the item; somebody else if it is missing. */
	buyerId?: number | null | undefined;
	/** Rupees; the agreed amount or the asked price if it is missing. */
	price?: number | null | undefined;
}

/**
 * Marks an item as sold. A buyer who is named is asked whether they got it, unless they have said so; everybody else with
 * something open about it, and everybody who wrote about it, is told. Only an administrator can reverse it (spec 1 §4).
 * @throws AppError not_found; forbidden when the caller is not the owner; conflict when the item is sold or banned
 * already; invalid for a buyer who has not written
 */
export async function sellItem(
	deps: DealDeps,
	itemId: number,
	callerId: number,
	{ buyerId, price }: Sale,
): Promise<ItemRow> {
	await requireEditable(deps.db, itemId, callerId);
	await settleIfDue(deps, [itemId]);
	await changeDeals(deps, { itemId, buyerId: buyerId ?? undefined }, async (deal) => {
		if (deal.item.soldAt) throw new AppError('conflict', ITEM_ERRORS.alreadySold);
		if (!deal.item.isPublic) throw new AppError('conflict', ITEM_ERRORS.notEditable);
		if (buyerId) await sellToBuyer(deal, buyerId, price ?? undefined);
		else await markSold(deal, price ?? null);
	});
	const sold = await findItem(deps.db, itemId);
	if (!sold) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return sold;
}

async function sellToBuyer(
	deal: DealTransaction,
	buyerId: number,
	price: number | undefined,
): Promise<void> {
	const { item, tx } = deal;
	const pair = buyerId === item.sellerId ? undefined : await findPair(tx, item, buyerId);
	if (!pair?.hasWritten && !pair?.hasDeal)
		throw invalidField('buyerId', DEAL_INPUT_ERRORS.badBuyer);
	const priceRupees = price ?? agreedAmount(pair, buyerId) ?? item.price;
	await openDeal(deal, buyerId);
	// The buyer's 'Done' is their answer already.
	const isConfirmed = pair.handover?.buyerDone === true;
	const saleId = await sellTo(deal, buyerId, priceRupees, isConfirmed);
	deal.addStep({
		buyerId,
		from: 'seller',
		event: { type: 'sold', price: priceRupees },
		subject: `sale ${saleId}`,
		title: isConfirmed ? OTHER_STEP_TITLES.bothDone : undefined,
	});
}

/** What was agreed with this buyer, while the item is reserved for them. */
function agreedAmount({ reservation }: Pair, buyerId: number): number | undefined {
	return reservation?.buyerId === buyerId ? reservation.amount : undefined;
}
