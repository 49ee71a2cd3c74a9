import { isDeepStrictEqual } from 'node:util';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type Moment, STATE_COLUMNS } from '#server/db/deal-state.ts';
import { and, eq, isNull, type SQL, sql } from '#server/db/drizzle.ts';
import { messages } from '#server/db/schema/chats.ts';
import { dealReviews, dealSales } from '#server/db/schema/deal-sales.ts';
import { dealDeadlines, deals, missedHandovers } from '#server/db/schema/deals.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { heldUntil } from './lapse.ts';
import type { LoadedDeals } from './load-queries.ts';
import {
	type Changes,
	changedDealsOf,
	type DealItem,
	type DealState,
	type ItemDeals,
	reviewedSaleOf,
} from './state.ts';

/**
 * Stores what a change has made of an item's deals, within the transaction that has locked the item.
 * @param before as `loadDeals` read them
 */
export async function saveDeals(
	tx: Db,
	before: LoadedDeals,
	after: ItemDeals,
	changes: Changes,
): Promise<void> {
	await saveRows(tx, before, after, changes);
	await saveSales(tx, before, after);
	await saveWords(tx, after, changes);
	await saveItem(tx, before, after, changes);
}

/** The same SQL for each column of the state. */
const forState = (write: (name: SQL, type: SQL) => SQL) =>
	sql.join(
		STATE_COLUMNS.map((key) => {
			const column = deals[key];
			return write(sql`${sql.identifier(column.name)}`, sql.raw(column.getSQLType()));
		}),
		sql`, `,
	);

const stateOf = (deal: DealState) =>
	Object.fromEntries(STATE_COLUMNS.map((key) => [deals[key].name, deal[key]]));

/**
 * Writes the deals that have changed, and new ones, each with the time of the last change that a side can see: its list
 * of deals is in that order. With the first one, the item gets a deadline.
 */
async function saveRows(
	tx: Db,
	before: LoadedDeals,
	{ item, now, deals: current }: ItemDeals,
	{ steps }: Changes,
): Promise<void> {
	const former = new Map(before.deals.map((deal) => [deal.buyerId, deal]));
	const sides = new Map(changedDealsOf(steps).map((changed) => [changed.buyerId, changed.sides]));
	const changed = current.filter((deal) => {
		const known = former.get(deal.buyerId);
		return !known || sides.has(deal.buyerId) || !isDeepStrictEqual(stateOf(known), stateOf(deal));
	});
	if (changed.length === 0) return;
	const rows = changed.map((deal) => ({
		buyer_id: deal.buyerId,
		is_seen_by_buyer: sides.get(deal.buyerId)?.has('buyer'),
		is_seen_by_seller: sides.get(deal.buyerId)?.has('seller'),
		...stateOf(deal),
	}));
	const names = forState((name) => name);
	const time = sql`${now}::timestamptz`;
	// An item is held for one buyer at most: the former holder's row is written first.
	await tx.execute(sql`
		insert into ${deals} (item_id, buyer_id, seller_id, started_at, changed_at, seller_changed_at, ${names})
		select ${item.id}, buyer_id, ${item.sellerId}, ${time},
			case when is_seen_by_buyer then ${time} else coalesce(known.changed_at, ${time}) end,
			case when is_seen_by_seller then ${time} else known.seller_changed_at end,
			${names}
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed (
			buyer_id int, is_seen_by_buyer boolean, is_seen_by_seller boolean, ${forState((name, type) => sql`${name} ${type}`)}
		)
		left join (
			select buyer_id, changed_at, seller_changed_at from ${deals} where item_id = ${item.id}
		) known using (buyer_id)
		order by changed.hold is not null
		on conflict (item_id, buyer_id) do update set
			changed_at = excluded.changed_at, seller_changed_at = excluded.seller_changed_at,
			${forState((name) => sql`${name} = excluded.${name}`)}`);
	if (changed.some(({ isStored }) => !isStored))
		await tx.insert(dealDeadlines).values({ itemId: item.id }).onConflictDoNothing();
}

async function saveSales(tx: Db, before: LoadedDeals, after: ItemDeals): Promise<void> {
	const salesOf = ({ deals: all }: ItemDeals) =>
		all.flatMap(({ buyerId, sales }) => sales.map((sale) => ({ buyerId, sale })));
	const former = new Map(salesOf(before).map(({ sale }) => [sale.id, sale]));
	// An item has one unanswered sale at most: the former one is answered or ended first.
	const inOrder = salesOf(after).toSorted(
		(one, other) => +(one.sale.id === null) - +(other.sale.id === null),
	);
	for (const { buyerId, sale } of inOrder) {
		const { id, reviews: _, ...rest } = sale;
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
	{ review, answer, report }: Changes,
): Promise<void> {
	const createdAt = new Date(now);
	if (review) {
		const { saleId, role, stars, tags, text } = review;
		const buyerId = current.find((deal) => reviewedSaleOf(deal)?.id === saleId)?.buyerId;
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
	if (report?.kind === 'missed') await tx.insert(missedHandovers).values({ ...report, createdAt });
	if (report?.kind === 'contested')
		await tx
			.update(missedHandovers)
			.set({ contestedAt: createdAt })
			.where(eq(missedHandovers.handoverId, report.handoverId));
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
