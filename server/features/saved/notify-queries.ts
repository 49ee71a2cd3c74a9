import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { isPublic } from '#server/db/expressions.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { savedItems } from '#server/db/schema/saved-items.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';

/** The price that a saver knows: from the last notification, else from when the item was saved. */
const KNOWN_PRICE = sql`coalesce(${savedItems.notifiedPrice}, ${savedItems.savedPrice})`;
/** The price must have fallen to this share of the known price, or below. */
const REMAINING_SHARE = 1 - SAVED_LIMITS.priceDropPercent / 100;
/** The second condition excludes a known price of 0: every share of it is 0 as well, but it cannot fall. */
const HAS_FALLEN_ENOUGH = sql`(${items.price} <= ${KNOWN_PRICE} * ${REMAINING_SHARE}::numeric and ${items.price} < ${KNOWN_PRICE})`;
const NEXT_DROP_NOTIFICATION_AT = sql`(${savedItems.notifiedAt} + make_interval(hours => ${SAVED_LIMITS.notificationIntervalHours}))`;

/**
 * For statements with SAVED_WITH_SELLER, where `users` is the seller: the item is on sale, its seller is public, and
 * there is no block between saver and seller.
 */
const MAY_BE_NOTIFIED = sql`${isOnSale(items)} and ${isPublic(users)} and not exists (
	select from ${blocks} where ${isBlockBetween(savedItems.userId, items.sellerId)})`;

const SAVED_WITH_SELLER = sql`${savedItems}
	join ${items} on ${items.id} = ${savedItems.itemId}
	join ${users} on ${users.id} = ${items.sellerId}`;

/** A user to notify of a lower price. */
export interface PriceDrop {
	userId: number;
	title: string;
	/** Rupees: the price that the user knew, and the current price. */
	before: number;
	now: number;
}

/**
 * Marks up to `limit` users as notified of the lower price of an item, and returns them. One statement selects and
 * marks them, so that no user is notified twice of the same price, however often it runs.
 */
export async function takePriceDrops(db: Db, itemId: number, limit: number): Promise<PriceDrop[]> {
	const { rows } = await db.execute<{ userId: number; title: string; before: number; now: number }>(
		sql`
		with due as (
			select ${savedItems.userId}, ${KNOWN_PRICE} as known_price, ${items.price}, ${items.title}
			from ${SAVED_WITH_SELLER}
			where ${savedItems.itemId} = ${itemId} and ${MAY_BE_NOTIFIED} and ${HAS_FALLEN_ENOUGH}
				and (${savedItems.notifiedAt} is null or ${NEXT_DROP_NOTIFICATION_AT} <= now())
			order by ${savedItems.userId} limit ${limit}
			for no key update of ${savedItems}
		)
		update ${savedItems} set notified_price = due.price, notified_at = now()
		from due where ${savedItems.itemId} = ${itemId} and ${savedItems.userId} = due.user_id
		returning due.user_id as "userId", due.title, due.known_price::float8 as before, due.price::float8 as now`,
	);
	return rows;
}

interface NextDropNotification {
	/** Seconds since 1970, to the microsecond. */
	at: string;
	/** Seconds until `at`, rounded up; zero or less if `at` is past. */
	waitSeconds: number;
}

/**
 * When the first saver who was notified too recently may be notified of the lower price; undefined if no saver waits.
 */
export async function findNextDropNotification(
	db: Db,
	itemId: number,
): Promise<NextDropNotification | undefined> {
	const { rows } = await db.execute<Record<string, unknown> & NextDropNotification>(sql`
		select extract(epoch from at)::text as at, ceil(extract(epoch from at - now()))::int as "waitSeconds"
		from (
			select min(${NEXT_DROP_NOTIFICATION_AT}) as at from ${SAVED_WITH_SELLER}
			where ${savedItems.itemId} = ${itemId} and ${MAY_BE_NOTIFIED} and ${HAS_FALLEN_ENOUGH}
		) as next where at is not null`);
	return rows[0];
}

/** A saved item that is on sale again, and the user to notify of it. */
export interface BackOnSale {
	userId: number;
	itemId: number;
	title: string;
	/** Rupees. */
	price: number;
}

/** One item, of which all savers except `exceptUserId` are notified; or all items of a seller. */
export type ItemsBackOnSale =
	| { itemId: number; exceptUserId?: number | undefined }
	| { sellerId: number };

/**
 * Marks up to `maxUsers` savers as notified that their saved items are on sale again, and returns these items. The
 * limit counts users, as each gets one notification for all items. Skips items that the user saved, or was notified
 * of, after `since`, and those that came back for the same user within the 24 hours before.
 * @param since when the items came back, as an ISO timestamp
 */
export async function takeItemsBackOnSale(
	db: Db,
	itemsBackOnSale: ItemsBackOnSale,
	since: string,
	maxUsers: number,
): Promise<BackOnSale[]> {
	const isConcerned: SQL =
		'itemId' in itemsBackOnSale
			? sql`${items.id} = ${itemsBackOnSale.itemId} and ${savedItems.userId} is distinct from ${itemsBackOnSale.exceptUserId ?? null}::int`
			: sql`${items.sellerId} = ${itemsBackOnSale.sellerId}`;
	const isDue = sql`${isConcerned} and ${MAY_BE_NOTIFIED} and ${savedItems.savedAt} < ${since}::timestamptz
		and (${savedItems.notifiedAt} is null or ${savedItems.notifiedAt} < ${since}::timestamptz)
		and (${savedItems.backOnSaleAt} is null
			or ${savedItems.backOnSaleAt} <= now() - make_interval(hours => ${SAVED_LIMITS.notificationIntervalHours}))`;
	const { rows } = await db.execute<{
		userId: number;
		itemId: number;
		title: string;
		price: number;
	}>(sql`
		with people as (
			select distinct ${savedItems.userId} from ${SAVED_WITH_SELLER} where ${isDue}
			order by ${savedItems.userId} limit ${maxUsers}
		), due as (
			select ${savedItems.userId}, ${savedItems.itemId}, ${items.price}, ${items.title}
			from ${SAVED_WITH_SELLER}
			where ${isDue} and ${savedItems.userId} in (select user_id from people)
			order by ${savedItems.userId}, ${savedItems.itemId}
			for no key update of ${savedItems}
		)
		update ${savedItems} set notified_price = due.price, notified_at = now(), back_on_sale_at = now()
		from due
		where ${savedItems.userId} = due.user_id and ${savedItems.itemId} = due.item_id
		returning due.user_id as "userId", due.item_id as "itemId", due.title, due.price::float8 as price`);
	return rows;
}
