import type { Room } from '#contract/chat/room-id.ts';
import type { DEAL_LIST_FILTERS, DealRole } from '#contract/deals/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import {
	fromMicroseconds,
	isPublicOrRemoved,
	itemVisibilityColumnsOf,
	toMicroseconds,
	visibilityColumnsOf,
} from '#server/db/expressions.ts';
import { dealOffers } from '#server/db/schema/deal-offers.ts';
import { dealQueue, dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealSales } from '#server/db/schema/deal-sales.ts';
import { dealDeadlines, deals, isUnended } from '#server/db/schema/deals.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { IS_UNCONFIRMED } from './pair-condition-queries.ts';

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

const ofDeal = sql`item_id = deal.item_id and buyer_id = deal.buyer_id`;
const IS_RESERVED = sql`exists (
	select from ${dealReservations} where ${ofDeal} and ${isUnended(dealReservations)})`;
/**
 * The deal has an open offer, reservation or queue place that this side can see, or a sale that the buyer has neither
 * confirmed nor denied.
 */
const isOpenFor = (role: DealRole) => sql`(
	exists (
		select from ${dealOffers}
		where ${ofDeal} and ${isUnended(dealOffers)} and (${role === 'buyer'} or not is_withheld)
	)
	or ${IS_RESERVED}
	or exists (
		select from ${dealQueue}
		where ${ofDeal} and ${isUnended(dealQueue)} and (${role === 'buyer'} or not is_withheld)
	)
	or exists (select from ${dealSales} where ${ofDeal} and ${IS_UNCONFIRMED}))`;

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

/** Ids of due items about which the user has a deal. The deadline may be that of another buyer's deal. */
export async function listDueItemsOf(db: Db, userId: number): Promise<number[]> {
	const { rows } = await db.execute<{ itemId: number }>(sql`
		select item_id as "itemId" from ${dealDeadlines}
		where due_at <= clock_timestamp() and item_id in (
			select item_id from ${deals} where buyer_id = ${userId}
			union select item_id from ${deals} where seller_id = ${userId}
		)`);
	return rows.map(({ itemId }) => itemId);
}
