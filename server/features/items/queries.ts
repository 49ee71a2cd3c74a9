import { pick } from '#contract/core/pick.ts';
import type { StoredReservation } from '#contract/items/reservation.ts';
import { ITEM_FIELD_NAMES, type ItemFieldName } from '#contract/items/schemas.ts';
import { buildOncePerPool, type Db, insertedRow } from '#server/db/client.ts';
import {
	and,
	asc,
	desc,
	eq,
	getTableColumns,
	gte,
	inArray,
	lt,
	max,
	sql,
} from '#server/db/drizzle.ts';
import { isPublic, isPublicOrRemoved } from '#server/db/expressions.ts';
import { isRemoved, itemPhotos, items } from '#server/db/schema/items.ts';
import { photos } from '#server/db/schema/photos.ts';
import { savedItems } from '#server/db/schema/saved-items.ts';
import { users } from '#server/db/schema/users.ts';
import { ON_SALE, ROW_VERSION, SELLER_HIDDEN, SELLER_VISIBLE } from './search/conditions.ts';

/** The fields of an item that its seller fills in, as stored. */
export type StoredItemFields = Pick<typeof items.$inferSelect, ItemFieldName>;

/** The fields that the seller of a new item fills in; fields with a default may be missing. */
export type NewItemFields = Pick<typeof items.$inferInsert, ItemFieldName>;

/** The columns of the fields that the seller fills in, for selects. */
export const ITEM_FIELD_COLUMNS = pick(getTableColumns(items), ITEM_FIELD_NAMES);

export interface ItemPhoto {
	hash: string;
	width: number;
	height: number;
	thumbhash: string;
}

/** An item with its seller and its photos in order. */
export interface ItemRow extends StoredItemFields, StoredReservation {
	id: number;
	sellerId: number;
	sellerName: string;
	/** Whether the seller is banned or deleted, which hides the item from the public. */
	sellerHidden: boolean;
	soldAt: Date | null;
	bannedAt: Date | null;
	banReason: string | null;
	/** When its owner removed it, while it can be put back; otherwise null. */
	removedAt: Date | null;
	createdAt: Date;
	photos: ItemPhoto[];
	/** Changes whenever the item, its photos or its seller change. */
	version: string;
}

export interface ItemRowWithSaves extends ItemRow {
	/** The number of users who saved the item; shown only to its seller. */
	savedCount: number;
	/** Rupees; null if it is not known. It stays when the item is put on sale again. */
	soldPrice: number | null;
}

/** SQL condition on a row of `items`: it is on sale, and its seller is public. */
export const IS_LISTED = sql`${ON_SALE} and ${SELLER_VISIBLE}`;

/** The photos of an item, cover first. For statements that select from `items`. */
export const ORDERED_PHOTOS = sql<ItemPhoto[]>`(
	select coalesce(json_agg(json_build_object(
		'hash', ${photos.hash}, 'width', ${photos.width}, 'height', ${photos.height}, 'thumbhash', ${photos.thumbhash}
	) order by ${itemPhotos.position}), '[]')
	from ${itemPhotos} join ${photos} on ${photos.hash} = ${itemPhotos.photoHash}
	where ${itemPhotos.itemId} = ${items.id})`;

/** When its owner removed the item, while it can be put back; otherwise null. */
export const REMOVED_AT =
	sql<Date | null>`case when ${isRemoved(items)} then ${items.removedAt} end`.mapWith(
		items.removedAt,
	);

const NOT_DELETED = sql`(${items.deletedAt} is null or ${isRemoved(items)})`;

const COLUMNS = {
	id: items.id,
	sellerId: items.sellerId,
	sellerName: users.userName,
	sellerHidden: sql<boolean>`${SELLER_HIDDEN}`,
	...ITEM_FIELD_COLUMNS,
	reservedUntil: items.reservedUntil,
	nextTurnUntil: items.nextTurnUntil,
	soldAt: items.soldAt,
	bannedAt: items.bannedAt,
	banReason: items.banReason,
	removedAt: REMOVED_AT,
	createdAt: items.createdAt,
	photos: ORDERED_PHOTOS,
	version: sql<string>`${ROW_VERSION}`,
};

const COLUMNS_WITH_SAVES = {
	...COLUMNS,
	savedCount: sql<number>`(
		select count(*)::int from ${savedItems} where ${savedItems.itemId} = ${items.id})`,
	soldPrice: items.soldPrice,
};

/** Selects items with seller and photos in one statement. */
export function itemRows(db: Db) {
	return db.select(COLUMNS).from(items).innerJoin(users, eq(users.id, items.sellerId)).$dynamic();
}

function itemRowsWithSaves(db: Db) {
	return db
		.select(COLUMNS_WITH_SAVES)
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.$dynamic();
}

/** Any item that is not deleted, also a removed one; rules.ts decides whether the caller may see it. */
export async function findItem(db: Db, id: number): Promise<ItemRowWithSaves | undefined> {
	const [row] = await itemById(db).execute({ id });
	return row;
}

const itemById = buildOncePerPool((db) =>
	itemRowsWithSaves(db)
		.where(and(eq(items.id, sql.placeholder('id')), NOT_DELETED))
		.prepare('item by id'),
);

/** All items of a seller that are not deleted, also removed ones, newest first. */
export async function listItemsOfSeller(db: Db, sellerId: number): Promise<ItemRowWithSaves[]> {
	const isOfSeller = and(eq(items.sellerId, sellerId), NOT_DELETED);
	return itemRowsWithSaves(db).where(isOfSeller).orderBy(desc(items.id));
}

/**
 * The items with these ids that are still on sale, in the order of `ids`. Does not check whether the seller is hidden.
 */
export async function listOnSaleByIdsInOrder(db: Db, ids: readonly number[]): Promise<ItemRow[]> {
	const byId = new Map((await listOnSaleByIds(db, ids)).map((row) => [row.id, row]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The items with these ids that are still on sale, in any order. Does not check whether the seller is hidden. */
export async function listOnSaleByIds(db: Db, ids: readonly number[]): Promise<ItemRow[]> {
	return ids.length === 0 ? [] : onSaleByIds(db).execute({ ids });
}

const onSaleByIds = buildOncePerPool((db) =>
	itemRows(db)
		.where(and(sql`${items.id} = any(${sql.placeholder('ids')}::int[])`, ON_SALE))
		.prepare('items on sale by id'),
);

/** Those of the items that are public, including sold items, in the order of `ids`. */
export async function listPublicByIds(db: Db, ids: readonly number[]): Promise<ItemRow[]> {
	if (ids.length === 0) return [];
	const rows = await publicByIds(db).execute({ ids });
	return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

const publicByIds = buildOncePerPool((db) =>
	itemRows(db)
		.where(and(sql`${items.id} = any(${sql.placeholder('ids')}::int[])`, isPublic(items, users)))
		.prepare('public items by id'),
);

/** Those of the items that are public, sold or removed by their owner, in any order. */
export async function listPublicOrRemovedByIds(db: Db, ids: readonly number[]): Promise<ItemRow[]> {
	if (ids.length === 0) return [];
	return itemRows(db).where(and(inArray(items.id, [...ids]), isPublicOrRemoved(items, users)));
}

export async function insertItem(db: Db, sellerId: number, fields: NewItemFields): Promise<number> {
	const rows = await db
		.insert(items)
		.values({ ...pick(fields, ITEM_FIELD_NAMES), sellerId })
		.returning({ id: items.id });
	return insertedRow(rows).id;
}

/** @param hashes in order, the cover first; each must have a row in `photos` */
export async function insertItemPhotos(
	db: Db,
	itemId: number,
	hashes: readonly string[],
): Promise<void> {
	await db
		.insert(itemPhotos)
		.values(hashes.map((photoHash, position) => ({ itemId, position, photoHash })));
}

/** @returns the hashes of the deleted photos */
export async function deleteItemPhotos(db: Db, itemId: number): Promise<string[]> {
	const deleted = await db
		.delete(itemPhotos)
		.where(eq(itemPhotos.itemId, itemId))
		.returning({ hash: itemPhotos.photoHash });
	return deleted.map(({ hash }) => hash);
}

/** The fields that must not change while an item is reserved, and its reservation. */
type LockedItem = Pick<ItemRow, 'price' | 'category' | keyof StoredReservation>;

/** Locks the item's row until the transaction ends; undefined if there is no such item. */
export async function lockItem(db: Db, id: number): Promise<LockedItem | undefined> {
	const [row] = await db
		.select({
			price: items.price,
			category: items.category,
			reservedUntil: items.reservedUntil,
			nextTurnUntil: items.nextTurnUntil,
		})
		.from(items)
		.where(eq(items.id, id))
		.for('no key update');
	return row;
}

const ownOnSale = (id: number, sellerId: number) =>
	sql`${items.id} = ${id} and ${items.sellerId} = ${sellerId} and ${ON_SALE}`;

/**
 * @returns false when the item is not this seller's or no longer on sale. The condition is part of the update, so
 * that concurrent edits are safe.
 */
export async function setItemFields(
	db: Db,
	id: number,
	sellerId: number,
	fields: Partial<StoredItemFields>,
): Promise<boolean> {
	const { rowCount } = await db
		.update(items)
		.set(pick(fields, ITEM_FIELD_NAMES))
		.where(ownOnSale(id, sellerId));
	return rowCount === 1;
}

/**
 * Puts back an item that this seller removed, as it was.
 * @returns false when it is another seller's, not removed, or banned
 */
export async function setPutBack(db: Db, id: number, sellerId: number): Promise<boolean> {
	const { rowCount } = await db
		.update(items)
		.set({ removedAt: null, deletedAt: null })
		.where(
			sql`${items.id} = ${id} and ${items.sellerId} = ${sellerId} and ${items.bannedAt} is null
				and ${isRemoved(items)}`,
		);
	return rowCount === 1;
}

/** The state of an item that live updates show. */
export interface WatchedRow extends StoredReservation {
	id: number;
	/** Rupees. */
	price: number;
	soldAt: Date | null;
	/** When its owner removed it, if that is all that hides it from the public. */
	removedAt: Date | null;
	/** The item or its seller is banned or deleted. */
	isHidden: boolean;
}

/** The current state of these items, in any order, without unknown ids. */
export async function listWatched(db: Db, ids: readonly number[]): Promise<WatchedRow[]> {
	return ids.length === 0 ? [] : watchedItems(db).execute({ ids });
}

const watchedItems = buildOncePerPool((db) =>
	db
		.select({
			id: items.id,
			price: items.price,
			reservedUntil: items.reservedUntil,
			nextTurnUntil: items.nextTurnUntil,
			soldAt: items.soldAt,
			removedAt: REMOVED_AT,
			isHidden: sql<boolean>`not ${isPublicOrRemoved(items, users)}`,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.where(sql`${items.id} = any(${sql.placeholder('ids')}::int[])`)
		.prepare('watched items'),
);

/** The highest id of any item, deleted ones included; 0 without items. */
export async function findHighestItemId(db: Db): Promise<number> {
	const [row] = await db.select({ highest: max(items.id) }).from(items);
	return row?.highest ?? 0;
}

/** Ids of the items on sale, from `from` (inclusive) to `before` (exclusive). */
export async function listOnSaleIds(db: Db, from: number, before: number): Promise<number[]> {
	const rows = await db
		.select({ id: items.id })
		.from(items)
		.where(and(IS_LISTED, gte(items.id, from), lt(items.id, before)))
		.orderBy(asc(items.id));
	return rows.map(({ id }) => id);
}
