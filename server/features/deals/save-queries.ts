import { isDeepStrictEqual } from 'node:util';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { messages } from '#server/db/schema/chats.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { dealDeadlines, deals, missedHandovers } from '#server/db/schema/deals.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { heldUntil } from './lapse.ts';
import type { LoadedDeals } from './load-queries.ts';
import type { Changes, DealItem, DealState, ItemDeals, Moment, Sale } from './state.ts';

/**
 * Stores what a change has made of an item's deals, within the transaction that has locked the item.
 * @param before as `loadDeals` read them
 * @param sales also those that were the newest of their deal only before another one was made in the same change
 */
export async function saveDeals(
	tx: Db,
	before: LoadedDeals,
	after: ItemDeals,
	changes: Changes,
	sales: readonly BuyersSale[],
): Promise<void> {
	await saveRows(tx, before, after, changes);
	await saveSales(tx, before, after, sales);
	await saveWords(tx, after, changes);
	await saveItem(tx, before, after, changes);
}

/** The columns of a deal's row. */
const rowOf = ({
	buyerId,
	counts,
	hasBuyerAgreed,
	offer,
	hold,
	place,
	handover,
	calendar,
	missed,
	past,
}: DealState) => ({
	buyer_id: buyerId,
	counts,
	has_buyer_agreed: hasBuyerAgreed,
	offer,
	hold,
	place,
	handover,
	calendar,
	missed,
	past,
});

/** Writes the deals that have changed, and new ones; with the first one, the item gets a deadline. */
async function saveRows(
	tx: Db,
	before: LoadedDeals,
	{ item, now, deals: current }: ItemDeals,
	{ steps }: Changes,
): Promise<void> {
	const former = new Map(before.deals.map((deal) => [deal.buyerId, deal]));
	const changed = current.filter((deal) => {
		const known = former.get(deal.buyerId);
		if (!known?.isBegun.buyer && steps.some(({ buyerId }) => buyerId === deal.buyerId)) return true;
		return !known || !isDeepStrictEqual(rowOf(known), rowOf(deal));
	});
	if (changed.length === 0) return;
	// An item is held for one buyer at most: the former holder's row is written first.
	const rows = changed.map(rowOf).toSorted((one, other) => +!!one.hold - +!!other.hold);
	await tx.execute(sql`
		insert into ${deals} (
			item_id, buyer_id, seller_id, started_at, changed_at, seller_changed_at,
			counts, has_buyer_agreed, offer, hold, place, handover, calendar, missed, past
		)
		select ${item.id}, buyer_id, ${item.sellerId}, ${now}::timestamptz, ${now}::timestamptz, null,
			counts, has_buyer_agreed, offer, hold, place, handover, calendar, missed, past
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed (
			buyer_id int, counts jsonb, has_buyer_agreed boolean, offer jsonb, hold jsonb, place jsonb,
			handover jsonb, calendar jsonb, missed jsonb, past jsonb
		)
		on conflict (item_id, buyer_id) do update set
			counts = excluded.counts, has_buyer_agreed = excluded.has_buyer_agreed, offer = excluded.offer,
			hold = excluded.hold, place = excluded.place, handover = excluded.handover,
			calendar = excluded.calendar, missed = excluded.missed, past = excluded.past`);
	if (changed.some(({ buyerId }) => !former.get(buyerId)?.isBegun.buyer))
		await tx.insert(dealDeadlines).values({ itemId: item.id }).onConflictDoNothing();
}

export interface BuyersSale {
	buyerId: number;
	sale: Sale;
}

/** The newest sale of each deal, copied. */
export const salesOf = ({ deals: current }: ItemDeals): BuyersSale[] =>
	current.flatMap(({ buyerId, sale }) => (sale ? [{ buyerId, sale: { ...sale } }] : []));

async function saveSales(
	tx: Db,
	before: LoadedDeals,
	after: ItemDeals,
	sales: readonly BuyersSale[],
): Promise<void> {
	const former = new Map(salesOf(before).map(({ sale }) => [sale.id, sale]));
	// Of two states of one sale, the later one is written.
	const latest = new Map(
		[...sales, ...salesOf(after)].map((one) => [one.sale.id ?? `new, to ${one.buyerId}`, one]),
	);
	// An item has one unanswered sale at most: the former one is answered or ended first.
	const inOrder = [...latest.values()].toSorted(
		(one, other) => +(one.sale.id === null) - +(other.sale.id === null),
	);
	for (const { buyerId, sale } of inOrder) {
		const { id, ...rest } = sale;
		if (id !== null && isDeepStrictEqual(sale, former.get(id))) continue;
		const columns = {
			...rest,
			soldAt: new Date(sale.soldAt),
			answerUntil: toDate(sale.answerUntil),
			pausedAt: toDate(sale.pausedAt),
			completedAt: toDate(sale.completedAt),
			reviewUntil: toDate(sale.reviewUntil),
			endedAt: toDate(sale.endedAt),
		};
		if (id !== null) await tx.update(dealSales).set(columns).where(eq(dealSales.id, id));
		else await tx.insert(dealSales).values({ ...columns, itemId: after.item.id, buyerId });
	}
}

const toDate = (time: Moment | null): Date | null => (time === null ? null : new Date(time));

/** Stores a review or its answer, and the reports that somebody did not come to a hand-over. */
async function saveWords(
	tx: Db,
	{ item, now, deals: current }: ItemDeals,
	{ review, answer, missed, contested }: Changes,
): Promise<void> {
	const createdAt = new Date(now);
	if (review) {
		const { saleId, role, stars, tags, text } = review;
		const buyerId = current.find(({ reviewed }) => reviewed?.saleId === saleId)?.buyerId;
		if (buyerId === undefined) throw new Error('A review is about a sale of another deal.');
		const [writerId, aboutId] =
			role === 'buyer' ? [buyerId, item.sellerId] : [item.sellerId, buyerId];
		await tx
			.insert(dealReviews)
			.values({ saleId, writerId, aboutId, role, stars, tags, ...(text && { text }), createdAt });
	}
	if (answer)
		await tx
			.update(dealReviews)
			.set({ answer: answer.text, answeredAt: createdAt })
			.where(eq(dealReviews.id, answer.reviewId));
	for (const report of missed) await tx.insert(missedHandovers).values({ ...report, createdAt });
	for (const { handoverId } of contested)
		await tx
			.update(missedHandovers)
			.set({ contestedAt: createdAt })
			.where(eq(missedHandovers.handoverId, handoverId));
}

/** Marks the item as sold or removed, and writes until when it is reserved: cards and listings read it there. */
async function saveItem(
	tx: Db,
	{ stored }: LoadedDeals,
	after: ItemDeals,
	{ sold, isRemoved }: Changes,
): Promise<void> {
	const { item, now } = after;
	const { reservedUntil, nextTurnUntil } = heldUntil(after);
	if (reservedUntil !== stored.reservedUntil || nextTurnUntil !== stored.nextTurnUntil)
		await tx
			.update(items)
			.set({ reservedUntil: toDate(reservedUntil), nextTurnUntil: toDate(nextTurnUntil) })
			.where(eq(items.id, item.id));
	const isDone =
		(!sold || (await setSold(tx, item, new Date(now), sold.price))) &&
		(!isRemoved || (await setRemoved(tx, item)));
	if (!isDone) throw new Error('A locked item has changed.');
}

/**
 * Marks an item on sale as sold.
 * @param priceRupees the price of the sale; null if unknown
 * @returns false when the item belongs to another seller or is no longer on sale
 */
export async function setSold(
	tx: Db,
	{ id, sellerId }: Pick<DealItem, 'id' | 'sellerId'>,
	soldAt: Date,
	priceRupees: number | null,
): Promise<boolean> {
	const changed = await tx
		.update(items)
		.set({ soldAt, soldPrice: priceRupees })
		.where(and(eq(items.id, id), eq(items.sellerId, sellerId), isOnSale(items)))
		.returning({ id: items.id });
	return changed.length === 1;
}

/** @returns false when the item is banned, removed or deleted */
async function setRemoved(tx: Db, { id }: Pick<DealItem, 'id'>): Promise<boolean> {
	const changed = await tx
		.update(items)
		.set({ removedAt: sql`now()`, deletedAt: sql`now()` })
		.where(and(eq(items.id, id), isNull(items.bannedAt), isNull(items.deletedAt)))
		.returning({ id: items.id });
	return changed.length === 1;
}

/**
 * Stores the next deadline, after everything that refers to people: erasing one waits for the deadline by a trigger. Does so unless a trigger has changed the deadline since it was read. A ban or a block causes such a
 * change, and the item then stays due. Does not write an equal time. Each write of a past time notifies every instance
 * to settle the item, and during maintenance settling would write the same time again, without end.
 */
export async function saveDueAt(
	tx: Db,
	itemId: number,
	dueAtBefore: string | null,
	dueAt: Moment | null,
): Promise<void> {
	await tx
		.update(dealDeadlines)
		.set({ dueAt: toDate(dueAt) })
		.where(
			and(
				eq(dealDeadlines.itemId, itemId),
				sql`${dealDeadlines.dueAt} is not distinct from ${dueAtBefore}::timestamptz`,
				sql`${dealDeadlines.dueAt} is distinct from ${dueAt}::timestamptz`,
			),
		);
}

/** Forgets the requests that are recognised no longer. */
export async function forgetOldRequests(db: Db): Promise<void> {
	await db
		.update(messages)
		.set({ requestId: null })
		.where(
			sql`${messages.requestId} is not null
				and ${messages.createdAt} < now() - make_interval(days => ${DEAL_LIMITS.requestDays})`,
		);
}
