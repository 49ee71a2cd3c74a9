import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import type { Moment } from '#server/db/deal-state.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { lockText } from '#server/db/locks.ts';
import { messages } from '#server/db/schema/chats.ts';
import { dealDeadlines, deals, missedHandovers } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import type { MissedReport } from './state.ts';

/* Locks and counts of a change (commands.ts), beside the deals themselves (load-queries.ts). */

/**
 * Locks an item until the transaction ends, so that changes of its deals, its price and its sale run one after another.
 * Inserts of rows that refer to the item, such as messages, do not wait.
 * @returns false for an unknown item
 */
export async function lockItem(tx: Db, itemId: number): Promise<boolean> {
	const locked = await tx
		.select({ id: items.id })
		.from(items)
		.where(eq(items.id, itemId))
		.for('no key update');
	return locked.length > 0;
}

/**
 * Locks buyer and seller until the transaction ends, unless they have a deal about the item already. A ban or a block
 * waits until the new deal is stored, so that the triggers of `users` and `blocks` find the deal. To prevent deadlocks,
 * take this lock before all others, as bans, blocks and erasures do.
 */
export async function lockPeopleOfNewDeal(
	tx: Db,
	{ itemId, buyerId }: { itemId: number; buyerId: number },
): Promise<void> {
	await tx.execute(sql`
		select from ${users}
		where id in (${buyerId}, (select seller_id from ${items} where id = ${itemId}))
			and not exists (select from ${deals} where item_id = ${itemId} and buyer_id = ${buyerId})
		order by id for share`);
}

/** Locks a person's places in queues until the transaction ends, so that their number is right. */
export async function lockQueuesOf(tx: Db, buyerId: number): Promise<void> {
	await lockText(tx, `queues of ${buyerId}`);
}

/** Whether this person has made a step of a deal with this `clientId` before. */
export async function isKnownRequest(
	tx: Db,
	personId: number,
	requestId: string,
): Promise<boolean> {
	const found = await tx
		.select({ id: messages.id })
		.from(messages)
		.where(sql`${messages.senderId} = ${personId} and ${messages.requestId} = ${requestId}`);
	return found.length > 0;
}

/**
 * Counts the reservations by the seller, or the proposals of a hand-over, in all deals between two people within 24
 * hours, whoever sells. Holds a lock on the two people until the transaction ends, since they may have deals about other
 * items.
 */
export async function countStepsOfDay(
	tx: Db,
	people: readonly [number, number],
	action: 'reserve' | 'propose-handover',
	now: Moment,
): Promise<number> {
	const [one, other] = people.toSorted((first, second) => first - second);
	await lockText(tx, `deals of ${one} and ${other}`);
	const isStep =
		action === 'reserve'
			? sql`event ->> 'type' = 'reserved' and sender_id = ${deals.sellerId}`
			: sql`event ->> 'type' = 'handover-proposed'`;
	const { rows } = await tx.execute<{ count: number }>(sql`
		select count(*)::int as count
		from ${deals} join ${messages} using (item_id, buyer_id)
		where (${deals.buyerId}, ${deals.sellerId}) in ((${one}, ${other}), (${other}, ${one}))
			and ${isStep} and event is not null and created_at > ${now}::timestamptz - interval '24 hours'`);
	return rows[0]?.count ?? 0;
}

/**
 * Counts the people who have reported `userId` within `DEAL_LIMITS.missedAlertDays` and whose reports are not contested;
 * for a contested report, the people who have contested one by `reportedBy`. Holds a lock on the reports of both until
 * the transaction ends, so that concurrent reports count each other.
 * @returns the count, and the count before this report
 */
export async function countMissed(
	tx: Db,
	{ kind, handoverId, userId, reportedBy }: MissedReport,
	now: Moment,
): Promise<{ count: number; before: number }> {
	for (const id of [userId, reportedBy].toSorted((one, other) => one - other))
		await lockText(tx, `missed hand-overs of ${id}`);
	const [person, isCounted] =
		kind === 'missed'
			? [
					sql`reported_by`,
					sql`user_id = ${userId} and contested_at is null
						and created_at > ${now}::timestamptz - make_interval(days => ${DEAL_LIMITS.missedAlertDays})`,
				]
			: [sql`user_id`, sql`reported_by = ${reportedBy} and contested_at is not null`];
	const { rows } = await tx.execute<{ count: number; before: number }>(sql`
		select count(distinct ${person})::int as count,
			(count(distinct ${person}) filter (where handover_id <> ${handoverId}))::int as before
		from ${missedHandovers} where ${isCounted}`);
	if (!rows[0]) throw new Error('Nothing was counted.');
	return rows[0];
}

/** Which due items are listed: all, unless one of these is given. */
export interface DueFilter {
	/** Only these items. */
	among?: readonly number[];
	/** Only items about which this user has a deal. The deadline may be that of another buyer's deal. */
	ofUser?: number;
}

/** Ids of items whose deals have a deadline that has passed, in order. */
export async function listDue(
	db: Db,
	{ among, ofUser, afterId, limit }: DueFilter & { afterId?: number; limit?: number },
): Promise<number[]> {
	const isOfUser = sql`item_id in (
		select item_id from ${deals} where buyer_id = ${ofUser}
		union select item_id from ${deals} where seller_id = ${ofUser}
	)`;
	const { rows } = await db.execute<{ itemId: number }>(sql`
		select item_id as "itemId" from ${dealDeadlines}
		where due_at <= now()
			and ${among ? sql`item_id = any(${sql.param([...among])}::int[])` : sql`true`}
			and ${ofUser === undefined ? sql`true` : isOfUser}
			and ${afterId === undefined ? sql`true` : sql`item_id > ${afterId}`}
		order by item_id ${limit === undefined ? sql`` : sql`limit ${limit}`}`);
	return rows.map(({ itemId }) => itemId);
}
