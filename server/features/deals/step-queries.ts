import type { Room } from '#contract/chat/room-id.ts';
import { DEAL_LIMITS, type DealAction, type DealRole } from '#contract/deals/facts.ts';
import type { StoredReservation } from '#contract/items/reservation.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, sql } from '#server/db/drizzle.ts';
import { dealHandovers } from '#server/db/schema/deal-handovers.ts';
import { dealOffers } from '#server/db/schema/deal-offers.ts';
import { dealQueue, dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { dealDeadlines, dealSteps, deals, isUnended } from '#server/db/schema/deals.ts';
import { CLOCK_MS } from './item-queries.ts';
import { IS_UNCONFIRMED } from './pair-condition-queries.ts';
import type { NewStep, StepActor } from './steps.ts';

export async function insertDealIfMissing(
	tx: Db,
	key: Room & { sellerId: number },
	now: Date,
): Promise<void> {
	await tx
		.insert(deals)
		.values({ ...key, startedAt: now, changedAt: now, sellerChangedAt: null })
		.onConflictDoNothing();
	await tx.insert(dealDeadlines).values({ itemId: key.itemId }).onConflictDoNothing();
}

/** The deal of a buyer in which something has changed, and which of the two sides can see the change. */
export interface ChangedDeal {
	buyerId: number;
	sides: ReadonlySet<DealRole>;
}

/** Sets the time of the last change that a side can see, by which its list of deals is ordered. */
export async function touchDeals(
	tx: Db,
	itemId: number,
	changed: readonly ChangedDeal[],
	now: Date,
): Promise<void> {
	const touch = async (column: 'changedAt' | 'sellerChangedAt', side: DealRole) => {
		const buyerIds = changed.filter(({ sides }) => sides.has(side)).map(({ buyerId }) => buyerId);
		if (buyerIds.length === 0) return;
		await tx
			.update(deals)
			.set({ [column]: now })
			.where(and(eq(deals.itemId, itemId), inArray(deals.buyerId, buyerIds)));
	};
	await touch('changedAt', 'buyer');
	await touch('sellerChangedAt', 'seller');
}

export async function insertSteps(
	tx: Db,
	itemId: number,
	steps: readonly (NewStep & { isWithheld: boolean })[],
	now: Date,
): Promise<void> {
	if (steps.length === 0) return;
	await tx.insert(dealSteps).values(
		steps.map(({ buyerId, event, subject, actor, isWithheld }) => ({
			itemId,
			buyerId,
			event,
			subject,
			createdAt: now,
			isWithheld,
			...(actor && { actorId: actor.id, action: actor.action, body: actor.body }),
		})),
	);
}

/**
 * The subject of the step that an equal request of this user made before; undefined if there is no such step, or if its
 * subject has had a later step.
 * @param since older steps do not count
 */
export async function findRepeatedSubject(
	tx: Db,
	{ itemId, buyerId }: Room,
	{ id, action, body }: StepActor,
	since: Date,
): Promise<string | undefined> {
	const { rows } = await tx.execute<{ subject: string }>(sql`
		select last.subject
		from (
			select id, subject from ${dealSteps}
			where item_id = ${itemId} and buyer_id = ${buyerId} and actor_id = ${id} and action = ${action}
				and body = ${JSON.stringify(body)}::jsonb and created_at >= ${since}
			order by id desc limit 1
		) last
		where not exists (
			select from ${dealSteps} later
			where later.item_id = ${itemId} and later.buyer_id = ${buyerId} and later.id > last.id
				and later.subject = last.subject
		)`);
	return rows[0]?.subject;
}

/** Counts the steps of one action in all deals between two people, whoever sells, within 24 hours. */
export async function countStepsOfDay(
	tx: Db,
	[one, other]: readonly [number, number],
	action: DealAction,
	now: Date,
): Promise<number> {
	const { rows } = await tx.execute<{ count: number }>(sql`
		select count(*)::int as count
		from ${deals} join ${dealSteps} using (item_id, buyer_id)
		where (${deals.buyerId}, ${deals.sellerId}) in ((${one}, ${other}), (${other}, ${one}))
			and action = ${action} and created_at > ${now}::timestamptz - interval '24 hours'`);
	return rows[0]?.count ?? 0;
}

/** The next time limits of an item. */
interface NextEnds {
	/** The end of the open reservation or, without one, of the turn; and the number of waiting buyers. */
	reservation: StoredReservation;
	/** When the next time limit or reminder is due; null if none is. */
	dueAt: Date | null;
	firstInQueue: FirstInQueue | null;
}

/** The first buyer in the queue of an item. */
interface FirstInQueue {
	buyerId: number;
	isOnTurn: boolean;
}

const firstInQueue = (itemId: number) => sql`(
	select json_build_object('buyerId', buyer_id, 'isOnTurn', turn_until is not null)
	from ${dealQueue} where item_id = ${itemId} and ${isUnended(dealQueue)} and not is_withheld
	order by id limit 1
)`;

export async function findNextEnds(tx: Db, itemId: number): Promise<NextEnds> {
	const { reservationReminderHours, handoverReminderMinutes } = DEAL_LIMITS;
	const ofItem = sql`item_id = ${itemId}`;
	const reservation = sql`from ${dealReservations} where ${ofItem} and ${isUnended(dealReservations)}`;
	const turn = sql`(
		select turn_until from ${dealQueue}
		where ${ofItem} and ${isUnended(dealQueue)} and turn_until is not null
	)`;
	const { rows } = await tx.execute<{
		untilMs: number | null;
		waitingCount: number;
		dueMs: number | null;
		firstInQueue: FirstInQueue | null;
	}>(sql`
		select ${firstInQueue(itemId)} as "firstInQueue",
			(extract(epoch from coalesce((select until ${reservation}), ${turn})) * 1000)::float8 as "untilMs",
			(
				select count(*)::int from ${dealQueue}
				where ${ofItem} and ${isUnended(dealQueue)} and turn_until is null and not is_withheld
			) as "waitingCount",
			(extract(epoch from least(
				(select min(expires_at) from ${dealOffers} where ${ofItem} and ${isUnended(dealOffers)}),
				(
					select case
						when reminded_at is null then until - make_interval(hours => ${reservationReminderHours})
						else until
					end
					${reservation}
				),
				${turn},
				(
					select min(agreed_slot) - make_interval(mins => ${handoverReminderMinutes})
					from ${dealHandovers} join ${dealReservations} on ${dealReservations.id} = reservation_id
					where ${dealReservations.itemId} = ${itemId} and ${isUnended(dealReservations)}
						and cancelled_at is null and ${dealHandovers.remindedAt} is null
				),
				(
					select min(answer_until) from ${dealSales}
					where ${ofItem} and ${IS_UNCONFIRMED} and paused_at is null
				)
			)) * 1000)::float8 as "dueMs"`);
	if (!rows[0]) throw new Error('The database did not say what comes next.');
	const { untilMs, waitingCount, dueMs, ...rest } = rows[0];
	return {
		...rest,
		reservation:
			untilMs === null
				? { reservedUntil: null, waitingCount: 0 }
				: { reservedUntil: new Date(untilMs), waitingCount },
		dueAt: dueMs === null ? null : new Date(dueMs),
	};
}

/** The deadline of an item as read at the start of the transaction. */
export interface Deadline {
	/** The timestamp as text from the database, because a Date would lose its microseconds; null if none is set. */
	dueAt: string | null;
	isOver: boolean;
}

/** What a transaction on the deals of an item reads first. */
export interface TransactionStart {
	now: Date;
	deadline: Deadline;
	firstInQueue: FirstInQueue | null;
}

/**
 * Reads the time by the clock of deals (`CLOCK_MS`), the first buyer in the queue and the item's deadline. `isOver`
 * compares with the real time, because the triggers of bans and blocks set the deadline to the real time. This holds
 * also during maintenance, when the clock of deals stands still.
 */
export async function readTransactionStart(tx: Db, itemId: number): Promise<TransactionStart> {
	const { rows } = await tx.execute<{
		clockMs: number;
		firstInQueue: FirstInQueue | null;
		dueAt: string | null;
		isOver: boolean;
	}>(sql`
		select ${CLOCK_MS} as "clockMs", ${firstInQueue(itemId)} as "firstInQueue", due_at::text as "dueAt",
			coalesce(due_at <= clock_timestamp(), false) as "isOver"
		from (values (${itemId}::int)) as one (id) left join ${dealDeadlines} on item_id = one.id`);
	if (!rows[0]) throw new Error('The database did not say what time it is.');
	const { clockMs, dueAt, isOver, firstInQueue: first } = rows[0];
	return { now: new Date(clockMs), deadline: { dueAt, isOver }, firstInQueue: first };
}

/**
 * Stores the next deadline, unless a trigger has changed the deadline since it was read. A ban or a block causes such a
 * change, and the item then stays due. Does not write an equal time. Each write of a past time notifies every instance
 * to settle the item, and during maintenance settling would write the same time again, without end.
 */
export async function setDueAt(
	tx: Db,
	itemId: number,
	{ dueAt: dueAtBefore }: Deadline,
	dueAt: Date | null,
): Promise<void> {
	await tx
		.update(dealDeadlines)
		.set({ dueAt })
		.where(
			and(
				eq(dealDeadlines.itemId, itemId),
				sql`${dealDeadlines.dueAt} is not distinct from ${dueAtBefore}::timestamptz`,
				sql`${dealDeadlines.dueAt} is distinct from ${dueAt}::timestamptz`,
			),
		);
}

/** Ids of items whose deals have a deadline that has passed, in order. */
export async function listDueItems(
	db: Db,
	{ afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
	const { rows } = await db.execute<{ itemId: number }>(sql`
		select item_id as "itemId" from ${dealDeadlines}
		where due_at <= now() and item_id > ${afterId} order by item_id limit ${limit}`);
	return rows.map(({ itemId }) => itemId);
}

/** Those of these items whose deals have a deadline that has passed. */
export async function listDueAmong(db: Db, itemIds: readonly number[]): Promise<number[]> {
	if (itemIds.length === 0) return [];
	const { rows } = await db.execute<{ itemId: number }>(sql`
		select item_id as "itemId" from ${dealDeadlines}
		where item_id = any(${sql.param([...itemIds])}::int[]) and due_at <= clock_timestamp()`);
	return rows.map(({ itemId }) => itemId);
}
