import type { Room } from '#contract/chat/room-id.ts';
import type { DEAL_LIST_FILTERS, DealRole } from '#contract/deals/facts.ts';
import type { QueueEntry } from '#contract/deals/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, type SQL, sql } from '#server/db/drizzle.ts';
import {
	fromMicroseconds,
	isPublicOrRemoved,
	itemVisibilityColumnsOf,
	toMicroseconds,
	visibilityColumnsOf,
} from '#server/db/expressions.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { deals, isInQueue } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';

/** Keyset cursor of a page of deals. */
interface DealPosition extends Room {
	/** Microseconds since 1970. */
	changedAt: number;
}

export interface ListedDeal extends DealPosition {
	sellerId: number;
	otherName: string;
}

interface DealFilter {
	role?: DealRole | undefined;
	state?: (typeof DEAL_LIST_FILTERS)[number] | undefined;
	/** Only the deals about this item. */
	itemId?: number | undefined;
	after?: DealPosition | undefined;
	limit: number;
}

const IS_RESERVED = sql`deal.hold ->> 'kind' = 'reserved'`;
/** The sale waits for the buyer's answer. */
const IS_UNANSWERED = sql`is_confirmed is null and completed_at is null and ended_at is null`;
/**
 * The deal has an offer, a reservation or a place in the queue that this side can see, or a sale that the buyer has
 * neither confirmed nor denied.
 */
const isOpenFor = (role: DealRole) => {
	const isSeen = (column: SQL) =>
		role === 'buyer' ? sql`${column} is not null` : sql`${column} ->> 'isWithheld' = 'false'`;
	return sql`coalesce(
		${isSeen(sql`deal.offer`)} or deal.hold is not null or ${isSeen(sql`deal.place`)} or exists (
			select from ${dealSales}
			where item_id = deal.item_id and buyer_id = deal.buyer_id and ${IS_UNANSWERED}
		), false)`;
};

/** The deals of a user, the most recently changed first. Leaves out deals about items that are not public. */
export async function listDealsOf(
	db: Db,
	userId: number,
	filter: DealFilter,
): Promise<ListedDeal[]> {
	const { role, limit } = filter;
	const pagesByRole: SQL[] = [
		...(role === 'seller' ? [] : [page('buyer', userId, filter)]),
		...(role === 'buyer' ? [] : [page('seller', userId, filter)]),
	];
	const { rows } = await db.execute<{ [Name in keyof ListedDeal]: ListedDeal[Name] }>(sql`
		select deal.item_id as "itemId", deal.buyer_id as "buyerId", deal.seller_id as "sellerId",
			${toMicroseconds(sql`deal.changed_at`)} as "changedAt", other.user_name as "otherName"
		from (${sql.join(
			pagesByRole.map((ofRole) => sql`(${ofRole})`),
			sql` union all `,
		)}) deal
		join ${users} other
			on other.id = case deal.buyer_id when ${userId}::int then deal.seller_id else deal.buyer_id end
		order by deal.changed_at desc, deal.item_id desc, deal.buyer_id desc
		limit ${limit}`);
	return rows;
}

/** A page of the deals in which the user has one role. An index returns these deals in order. */
function page(role: DealRole, userId: number, { state, itemId, after, limit }: DealFilter): SQL {
	const isOpen = isOpenFor(role);
	const stateCondition = { open: isOpen, done: sql`not ${isOpen}`, reserved: IS_RESERVED };
	const [side, changedAt] =
		role === 'buyer'
			? [sql`deal.buyer_id = ${userId}`, sql`deal.changed_at`]
			: [
					sql`deal.seller_id = ${userId} and deal.seller_changed_at is not null`,
					sql`deal.seller_changed_at`,
				];
	return sql`
		select deal.item_id, deal.buyer_id, deal.seller_id, ${changedAt} as changed_at from ${deals} deal
		join ${items} item on item.id = deal.item_id
		join ${users} seller on seller.id = deal.seller_id
		where ${side} and ${isPublicOrRemoved(itemVisibilityColumnsOf('item'), visibilityColumnsOf('seller'))}
			and ${state ? stateCondition[state] : sql`true`}
			and ${itemId === undefined ? sql`true` : sql`deal.item_id = ${itemId}`}
			and ${
				after
					? sql`(${changedAt}, deal.item_id, deal.buyer_id) <
						(${fromMicroseconds(after.changedAt)}, ${after.itemId}::int, ${after.buyerId}::int)`
					: sql`true`
			}
		order by ${changedAt} desc, deal.item_id desc, deal.buyer_id desc
		limit ${limit}`;
}

/** The buyers in the queue of an item, in order. */
export async function listQueue(db: Db, itemId: number): Promise<QueueEntry[]> {
	const rows = await db
		.select({
			userId: deals.buyerId,
			userName: users.userName,
			joinedAt: sql<string>`${deals.place} ->> 'joinedAt'`,
			turnUntil: sql<
				string | null
			>`case ${deals.hold} ->> 'kind' when 'turn' then ${deals.hold} ->> 'until' end`,
		})
		.from(deals)
		.innerJoin(users, eq(users.id, deals.buyerId))
		.where(and(eq(deals.itemId, itemId), isInQueue(deals)))
		.orderBy(deals.placeNumber);
	return rows.map((entry, index) => ({ place: index + 1, ...entry }));
}

/** The names of these users, by their ids. */
export async function listNames(
	db: Db,
	userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
	const rows = await db
		.select({ id: users.id, userName: users.userName })
		.from(users)
		.where(inArray(users.id, [...userIds]));
	return new Map(rows.map(({ id, userName }) => [id, userName]));
}
