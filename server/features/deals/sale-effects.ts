import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { notifySale } from '#server/features/notifications/commands.ts';
import { setSold } from './item-queries.ts';
import { insertSale, listOpenBuyers, setSaleAnswered } from './sale-queries.ts';
import { settle } from './settle.ts';
import type { ActionContext, DealTransaction, Effects } from './steps.ts';

const DAY_MS = 24 * 3_600_000;

/** The functions that carry out the buyer's answers to a sale. Each writes the answer and adds the step. */
export const saleEffects: Effects<'confirm-sale' | 'deny-sale'> = {
	async 'confirm-sale'(context) {
		const { transaction } = context;
		const { id, price } = requireSale(context);
		await setSaleAnswered(transaction.tx, id, answerColumns(true, transaction.now));
		addStep(context, id, { type: 'sale-confirmed', price });
	},

	async 'deny-sale'(context) {
		const { id, price } = requireSale(context);
		await setSaleAnswered(
			context.transaction.tx,
			id,
			answerColumns(false, context.transaction.now),
		);
		addStep(context, id, { type: 'sale-denied', price });
	},
};

function addStep(
	{ transaction, buyerId, from, actor }: ActionContext<'confirm-sale' | 'deny-sale'>,
	saleId: number,
	event: { type: 'sale-confirmed' | 'sale-denied'; price: number },
): void {
	transaction.addStep({ buyerId, from, actor, event, subject: `sale ${saleId}` });
}

/**
 * Sells the item to a buyer, and ends everything that is open in its deals.
 * @param isConfirmed whether the buyer has already confirmed the receipt of the item
 * @returns the id of the sale
 */
export async function sellTo(
	transaction: DealTransaction,
	buyerId: number,
	priceRupees: number,
	isConfirmed: boolean,
): Promise<number> {
	const { tx, item, now } = transaction;
	const id = await insertSale(tx, {
		itemId: item.id,
		buyerId,
		price: priceRupees,
		soldAt: now,
		answerUntil: new Date(now.getTime() + DEAL_LIMITS.saleAnswerDays * DAY_MS),
		...(isConfirmed && answerColumns(true, now)),
	});
	await markSold(transaction, priceRupees, buyerId);
	return id;
}

/**
 * Marks the item as sold, ends everything that is open in its deals, and notifies the other users who wrote about it.
 * @param buyerId gets no notification here, because a step of the deal notifies the buyer
 */
export async function markSold(
	transaction: DealTransaction,
	priceRupees: number | null,
	buyerId?: number,
): Promise<void> {
	const { tx, addTask, item, now } = transaction;
	// These buyers are notified by the steps that end their offers, reservation or places.
	const openBuyerIds = await listOpenBuyers(tx, item.id);
	if (!(await setSold(tx, item, now, priceRupees))) throw new Error('A locked item was not sold.');
	item.soldAt = now;
	item.isBuyerNamed = buyerId !== undefined;
	await settle(transaction);
	const exceptIds = buyerId === undefined ? openBuyerIds : [...openBuyerIds, buyerId];
	transaction.addNotified(await notifySale({ db: tx, addTask }, item, exceptIds));
}

/** The columns of the buyer's answer; a confirmed sale is completed. */
function answerColumns(isConfirmed: boolean, now: Date) {
	if (!isConfirmed) return { isConfirmed };
	const reviewUntil = new Date(now.getTime() + DEAL_LIMITS.reviewDays * DAY_MS);
	return { isConfirmed, completedAt: now, reviewUntil };
}

function requireSale({ pair: { sale } }: ActionContext<'confirm-sale' | 'deny-sale'>) {
	if (!sale) throw new Error('The action was allowed without a sale.');
	return sale;
}
