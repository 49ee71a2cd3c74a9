import type { Room } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, isNull, sql } from '#server/db/drizzle.ts';
import { isPublic } from '#server/db/expressions.ts';
import { deals } from '#server/db/schema/deals.ts';
import { isOnSale, isRemoved, items } from '#server/db/schema/items.ts';
import { settings } from '#server/db/schema/settings.ts';
import { users } from '#server/db/schema/users.ts';

/** The columns of an item on which its deals depend. */
export interface DealItem {
	id: number;
	sellerId: number;
	sellerName: string;
	title: string;
	/** Rupees. */
	price: number;
	isPriceFixed: boolean;
	soldAt: Date | null;
	/** Set by the transaction that sells the item, which ends everything else that is open in its deals. */
	isBuyerNamed?: boolean;
	/** Removed by the seller, who can still put it back. */
	isRemoved: boolean;
	/** The item is deleted for good or by an administrator, or its seller is deleted. */
	isDeleted: boolean;
	/** Since when the item or its seller is banned; null if neither is. */
	bannedSince: Date | null;
	/** Neither the item nor its seller is banned or deleted, and the item is not removed. */
	isPublic: boolean;
	/** When the item was posted, or put on sale again after a sale. */
	listedAt: Date;
	reservedUntil: Date | null;
	waitingCount: number;
}

/**
 * Locks an item until the transaction ends, so that changes of its deals, its price and its sale run one after another.
 * Inserts of rows that refer to the item, such as messages, do not wait.
 * @returns false for an unknown item
 */
export async function lockDealItem(tx: Db, itemId: number): Promise<boolean> {
	const locked = await tx
		.select({ id: items.id })
		.from(items)
		.where(eq(items.id, itemId))
		.for('no key update');
	return locked.length > 0;
}

/** Returns undefined for an unknown item. A deleted item is returned, with `isPublic` false. */
export async function findDealItem(db: Db, itemId: number): Promise<DealItem | undefined> {
	const [item] = await listDealItems(db, [itemId]);
	return item;
}

/** In no particular order, without unknown ids. */
export function listDealItems(db: Db, itemIds: readonly number[]): Promise<DealItem[]> {
	return db
		.select({
			id: items.id,
			sellerId: items.sellerId,
			sellerName: users.userName,
			title: items.title,
			price: items.price,
			isPriceFixed: items.isPriceFixed,
			soldAt: items.soldAt,
			isRemoved: isRemoved(items),
			isDeleted: sql<boolean>`((${items.deletedAt} is not null and not ${isRemoved(items)}) or ${users.deletedAt} is not null)`,
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

export async function setReservation(
	tx: Db,
	itemId: number,
	reservation: Pick<DealItem, 'reservedUntil' | 'waitingCount'>,
): Promise<void> {
	await tx.update(items).set(reservation).where(eq(items.id, itemId));
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

/**
 * Takes the seller's item off the market.
 * @returns false when the item belongs to another seller, or is banned, removed or deleted
 */
export async function setRemoved(tx: Db, id: number, sellerId: number): Promise<boolean> {
	const changed = await tx
		.update(items)
		.set({ removedAt: sql`now()`, deletedAt: sql`now()` })
		.where(
			and(
				eq(items.id, id),
				eq(items.sellerId, sellerId),
				isNull(items.bannedAt),
				isNull(items.deletedAt),
			),
		)
		.returning({ id: items.id });
	return changed.length === 1;
}

/**
 * Locks buyer and seller until the transaction ends, unless they have a deal about the item already. A ban or a block
 * waits until the new deal is stored, so that the triggers of `users` and `blocks` find the deal. To prevent deadlocks,
 * take this lock before all others, as bans, blocks and erasures do.
 */
export async function lockPeopleOfNewDeal(tx: Db, { itemId, buyerId }: Room): Promise<void> {
	await tx.execute(sql`
		select from ${users}
		where id in (${buyerId}, (select seller_id from ${items} where id = ${itemId}))
			and not exists (select from ${deals} where item_id = ${itemId} and buyer_id = ${buyerId})
		order by id for share`);
}

/**
 * The clock of deals, in whole milliseconds since 1970. It is the database's clock, but stands still during maintenance.
 * A transaction reads the clock once, and uses that time for all decisions and all rows.
 */
export const CLOCK_MS = sql`floor(extract(epoch from coalesce(
	(select closed_at from ${settings} where maintenance_mode), clock_timestamp()
)) * 1000)::float8`;

/** The current time by the clock of deals (`CLOCK_MS`). */
export async function readClock(db: Db): Promise<Date> {
	const { rows } = await db.execute<{ ms: number }>(sql`select ${CLOCK_MS} as ms`);
	if (!rows[0]) throw new Error('The database did not say what time it is.');
	return new Date(rows[0].ms);
}
