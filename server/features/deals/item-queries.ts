import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { deals } from '#server/db/schema/deals.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { settings } from '#server/db/schema/settings.ts';
import { users } from '#server/db/schema/users.ts';
import { isPublic } from '#server/db/visibility.ts';

/** An item as its deals see it. */
export interface DealItem {
	id: number;
	sellerId: number;
	title: string;
	/** Rupees. */
	price: number;
	isPriceFixed: boolean;
	soldAt: Date | null;
	/** It or its seller is deleted. */
	isDeleted: boolean;
	/** Since when it or its seller is banned. */
	bannedSince: Date | null;
	/** Neither it nor its seller is banned or deleted. */
	isPublic: boolean;
	/** When it was last put up. */
	listedAt: Date;
	reservedUntil: Date | null;
	waitingCount: number;
}

/**
 * Locks an item until the transaction ends: all changes of its deals, its price and its sale wait for each other. What
 * refers to it, such as messages, does not.
 */
export async function lockDealItem(tx: Db, itemId: number): Promise<boolean> {
	const locked = await tx
		.select({ id: items.id })
		.from(items)
		.where(eq(items.id, itemId))
		.for('no key update');
	return locked.length > 0;
}

/** Undefined for an unknown item; a deleted one is there, and not public. */
export async function findDealItem(db: Db, itemId: number): Promise<DealItem | undefined> {
	const [item] = await listDealItems(db, [itemId]);
	return item;
}

/** In any order, without unknown ids. */
export function listDealItems(db: Db, itemIds: readonly number[]): Promise<DealItem[]> {
	return db
		.select({
			id: items.id,
			sellerId: items.sellerId,
			title: items.title,
			price: items.price,
			isPriceFixed: items.isPriceFixed,
			soldAt: items.soldAt,
			isDeleted: sql<boolean>`(${items.deletedAt} is not null or ${users.deletedAt} is not null)`,
			bannedSince: sql<Date | null>`least(${items.bannedAt}, ${users.bannedAt})`.mapWith(
				items.bannedAt,
			),
			isPublic: isPublic(items, users),
			listedAt: sql<Date>`coalesce(${items.relistedAt}, ${items.createdAt})`.mapWith(
				items.createdAt,
			),
			reservedUntil: items.reservedUntil,
			waitingCount: items.waitingCount,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(inArray(items.id, [...itemIds]));
}

export async function setReservation(
	tx: Db,
	itemId: number,
	reservation: Pick<DealItem, 'reservedUntil' | 'waitingCount'>,
): Promise<void> {
	await tx.update(items).set(reservation).where(eq(items.id, itemId));
}

/**
 * Marks an item on sale as sold.
 * @param priceRupees what it was sold for; null if nobody said
 * @returns false when it is not this seller's or no longer on sale
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

/**
 * Keeps two people as they are until the transaction ends, unless they have a deal about the item already: nobody is banned
 * or blocked before the deal is stored, so that the triggers of `users` and `blocks` find it. Comes before all other
 * locks, as in bans, blocks and erasures.
 */
export async function lockPeopleOfNewDeal(tx: Db, { itemId, buyerId }: Room): Promise<void> {
	await tx.execute(sql`
		select from ${users}
		where id in (${buyerId}, (select seller_id from ${items} where id = ${itemId}))
			and not exists (select from ${deals} where item_id = ${itemId} and buyer_id = ${buyerId})
		order by id for share`);
}

/**
 * The current time for deals, in whole milliseconds. A transaction reads it once, decides by it and stores it. It is the
 * database's clock, and stands still during maintenance.
 */
export const CLOCK_MS = sql`floor(extract(epoch from coalesce(
	(select closed_at from ${settings} where maintenance_mode), clock_timestamp()
)) * 1000)::float8`;

/** The current time for deals. */
export async function readClock(db: Db): Promise<Date> {
	const { rows } = await db.execute<{ ms: number }>(sql`select ${CLOCK_MS} as ms`);
	if (!rows[0]) throw new Error('The database did not say what time it is.');
	return new Date(rows[0].ms);
}
