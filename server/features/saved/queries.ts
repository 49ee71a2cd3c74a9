import * as z from 'zod/mini';
import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import { and, desc, eq, inArray, ne, type SQL, sql } from '#server/db/drizzle.ts';
import { fromMicroseconds, isPublic, toMicroseconds } from '#server/db/expressions.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { savedItems } from '#server/db/schema/saved-items.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';

/**
 * Saves those of the items that are public, of another seller and not saved yet, up to the limit; the first id counts
 * as the newest. The caller has locked the user's row, so that the count is exact.
 * @returns the ids of the newly saved items
 */
export async function insertSaved(
	db: Db,
	userId: number,
	itemIds: readonly number[],
): Promise<number[]> {
	const { rows } = await db.execute<{ itemId: number }>(sql`
		insert into ${savedItems} (user_id, item_id, saved_at, saved_price)
		select ${userId}::int, ${items.id}, now() - sent.position * interval '1 microsecond', ${items.price}
		from unnest(${sql.param([...itemIds])}::int[]) with ordinality as sent (item_id, position)
		join ${items} on ${items.id} = sent.item_id
		join ${users} on ${users.id} = ${items.sellerId}
		where ${isSavableBy(userId)}
			and not exists (
				select from ${savedItems} as known
				where known.user_id = ${userId} and known.item_id = ${items.id}
			)
		order by sent.position
		limit greatest(0, ${SAVED_LIMITS.itemsMax}::int - (
			select count(*) from ${savedItems} as known where known.user_id = ${userId}
		))
		returning item_id as "itemId"`);
	return rows.map(({ itemId }) => itemId);
}

/** Whether one of the items could be saved by the user, if there were no limit. */
export async function hasSavable(
	db: Db,
	userId: number,
	itemIds: readonly number[],
): Promise<boolean> {
	if (itemIds.length === 0) return false;
	const savable = await db
		.select({ id: items.id })
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(and(inArray(items.id, [...itemIds]), isSavableBy(userId)))
		.limit(1);
	return savable.length === 1;
}

/** Matches public items of other sellers. */
const isSavableBy = (userId: number) => and(ne(items.sellerId, userId), isPublic(items, users));

export async function deleteSaved(db: Db, userId: number, itemId: number): Promise<void> {
	await db.delete(savedItems).where(isSavedItem(userId, [itemId]));
}

export async function deleteAllSaved(db: Db, userId: number): Promise<void> {
	await db.delete(savedItems).where(eq(savedItems.userId, userId));
}

/** Those of the items that the user has saved, in any order. */
export async function listSavedAmong(
	db: Db,
	userId: number,
	itemIds: readonly number[],
): Promise<number[]> {
	if (itemIds.length === 0) return [];
	const rows = await db
		.select({ itemId: savedItems.itemId })
		.from(savedItems)
		.where(isSavedItem(userId, itemIds));
	return rows.map(({ itemId }) => itemId);
}

function isSavedItem(userId: number, itemIds: readonly number[]): SQL | undefined {
	return and(eq(savedItems.userId, userId), inArray(savedItems.itemId, [...itemIds]));
}

/** The ids of all items that a user has saved, newest first; an index-only scan of `saved_items_newest_idx`. */
export async function listAllSavedIds(db: Db, userId: number): Promise<number[]> {
	const rows = await savedIds(db, { userId });
	return rows.map(({ itemId }) => itemId);
}

const savedIds = prepareStatement<{ itemId: number }>(
	'saved ids',
	sql`
	select item_id as "itemId" from ${savedItems} where user_id = ${sql.placeholder('userId')}
	order by saved_at desc, item_id desc`,
);

export interface SavedRow extends SavedPosition {
	/** The current title; the item may no longer be public. */
	title: string;
	/** Rupees. */
	savedPrice: number;
}

/** A page of a user's saved items, newest first. */
export async function listSaved(
	db: Db,
	userId: number,
	limit: number,
	after: SavedPosition | undefined,
): Promise<SavedRow[]> {
	return db
		.select({
			itemId: savedItems.itemId,
			title: items.title,
			savedPrice: savedItems.savedPrice,
			savedAtUs: toMicroseconds(savedItems.savedAt),
		})
		.from(savedItems)
		.innerJoin(items, eq(items.id, savedItems.itemId))
		.where(and(eq(savedItems.userId, userId), isAfter(after)))
		.orderBy(desc(savedItems.savedAt), desc(savedItems.itemId))
		.limit(limit);
}

function isAfter(after: SavedPosition | undefined): SQL | undefined {
	if (!after) return undefined;
	const savedAt = fromMicroseconds(after.savedAtUs);
	return sql`(${savedItems.savedAt}, ${savedItems.itemId}) < (${savedAt}, ${after.itemId}::int)`;
}

/** The last saved item of a page; the next page continues after it (keyset cursor). */
export interface SavedPosition {
	/** Microseconds since 1970. */
	savedAtUs: number;
	itemId: number;
}

const cursor = createCursor(z.tuple([positionTimestamp, positionId]));

export function encodePosition({ savedAtUs, itemId }: SavedPosition): string {
	return cursor.encode([savedAtUs, itemId]);
}

/** @throws AppError invalid for an invalid cursor */
export function decodePosition(encoded: string): SavedPosition {
	const [savedAtUs, itemId] = cursor.decode(encoded);
	return { savedAtUs, itemId };
}

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
