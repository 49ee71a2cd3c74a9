import type { QueueEntry } from '#contract/deals/schemas.ts';
import { type Db, insertedRow } from '#server/db/client.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { lockText } from '#server/db/locks.ts';
import { dealQueue, type QueueOutcome } from '#server/db/schema/deal-reservations.ts';
import { isUnended } from '#server/db/schema/deals.ts';
import { users } from '#server/db/schema/users.ts';
import type { DealItem } from './item-queries.ts';
import { isBuyerUnavailable, isSoldTo } from './pair-condition-queries.ts';

/** SQL condition: an open place that everybody sees. A place that a block hides from the seller counts for its buyer only. */
const isInQueue = sql`${isUnended(dealQueue)} and not ${dealQueue.isWithheld}`;

/** A buyer's place in the queue of an item. */
interface Place {
	id: number;
	buyerId: number;
}

/** The first place in the queue that can get a turn, or whose turn has begun. */
export async function findFirstPlace(tx: Db, itemId: number): Promise<Place | undefined> {
	const [row] = await tx
		.select({ id: dealQueue.id, buyerId: dealQueue.buyerId })
		.from(dealQueue)
		.where(and(eq(dealQueue.itemId, itemId), isInQueue))
		.orderBy(dealQueue.id)
		.limit(1);
	return row;
}

/** The place whose turn it is. */
export async function findTurn(
	tx: Db,
	itemId: number,
): Promise<(Place & { turnUntil: Date }) | undefined> {
	const { rows } = await tx.execute<{ id: number; buyerId: number; untilMs: number }>(sql`
		select id, buyer_id as "buyerId", (extract(epoch from turn_until) * 1000)::float8 as "untilMs"
		from ${dealQueue} where item_id = ${itemId} and ${isUnended(dealQueue)} and turn_until is not null`);
	const [row] = rows;
	return row && { id: row.id, buyerId: row.buyerId, turnUntil: new Date(row.untilMs) };
}

/** @param turnUntil null to end the turn and keep the place */
export async function setTurn(tx: Db, id: number, turnUntil: Date | null): Promise<void> {
	await tx.update(dealQueue).set({ turnUntil }).where(eq(dealQueue.id, id));
}

/** Does nothing if the place has ended. */
export async function endPlace(
	tx: Db,
	id: number,
	outcome: QueueOutcome,
	endedAt: Date,
): Promise<void> {
	await tx
		.update(dealQueue)
		.set({ outcome, endedAt })
		.where(and(eq(dealQueue.id, id), isUnended(dealQueue)));
}

/**
 * Locks the buyer's queues until the transaction ends, so that two concurrent requests cannot join more queues than the
 * limit.
 */
export async function lockQueuesOf(tx: Db, buyerId: number): Promise<void> {
	await lockText(tx, `queues of ${buyerId}`);
}

export async function insertPlace(
	tx: Db,
	place: { itemId: number; buyerId: number; joinedAt: Date; isWithheld: boolean },
): Promise<number> {
	const rows = await tx.insert(dealQueue).values(place).returning({ id: dealQueue.id });
	return insertedRow(rows).id;
}

export interface EndedPlace extends Place {
	turnUntil: string | null;
	isWithheld: boolean;
	/** Whether the item was sold to this buyer. */
	hasBought: boolean;
}

const endPlaces = async (tx: Db, itemId: number, now: Date, condition = sql`true`) => {
	const { rows } = await tx.execute<{ [Name in keyof EndedPlace]: EndedPlace[Name] }>(sql`
		update ${dealQueue} set outcome = 'ended', ended_at = ${now}
		where item_id = ${itemId} and ${isUnended(dealQueue)} and ${condition}
		returning id, buyer_id as "buyerId", turn_until as "turnUntil", is_withheld as "isWithheld",
			${isSoldTo(itemId, sql`${dealQueue.buyerId}`)} as "hasBought"`);
	return rows.toSorted((one, other) => one.id - other.id);
};

/** Ends all places in the queue of an item. */
export function endAllPlaces(tx: Db, itemId: number, now: Date): Promise<EndedPlace[]> {
	return endPlaces(tx, itemId, now);
}

/** Ends the places that a block hides from the seller. */
export function endWithheldPlaces(tx: Db, itemId: number, now: Date): Promise<EndedPlace[]> {
	return endPlaces(tx, itemId, now, sql`is_withheld`);
}

/** Ends the places of buyers who are banned or deleted, or who have blocked the seller or are blocked by the seller. */
export function endUnavailablePlaces(
	tx: Db,
	{ id, sellerId }: DealItem,
	now: Date,
): Promise<EndedPlace[]> {
	return endPlaces(
		tx,
		id,
		now,
		isBuyerUnavailable(sql`${dealQueue.buyerId}`, sql`${sellerId}::int`, sql`is_withheld`),
	);
}

/** The open place of a buyer in the queue of an item. */
export async function findPlace(
	tx: Db,
	itemId: number,
	buyerId: number,
): Promise<Place | undefined> {
	const [row] = await tx
		.select({ id: dealQueue.id, buyerId: dealQueue.buyerId })
		.from(dealQueue)
		.where(and(eq(dealQueue.itemId, itemId), eq(dealQueue.buyerId, buyerId), isUnended(dealQueue)));
	return row;
}

/** The buyers in the queue, in order. */
export async function listQueue(db: Db, itemId: number): Promise<QueueEntry[]> {
	const rows = await db
		.select({
			userId: dealQueue.buyerId,
			userName: users.userName,
			joinedAt: dealQueue.joinedAt,
			turnUntil: dealQueue.turnUntil,
		})
		.from(dealQueue)
		.innerJoin(users, eq(users.id, dealQueue.buyerId))
		.where(and(eq(dealQueue.itemId, itemId), isInQueue))
		.orderBy(dealQueue.id);
	return rows.map(({ joinedAt, turnUntil, ...person }, index) => ({
		place: index + 1,
		...person,
		joinedAt: joinedAt.toISOString(),
		turnUntil: turnUntil?.toISOString() ?? null,
	}));
}
