import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { ITEM_LIMITS, type ItemFields, type Sort } from '#contract/items.ts';
import type { Db } from '#server/db/client.ts';
import { itemPhotos, items } from '#server/db/tables/items.ts';
import { photos } from '#server/db/tables/photos.ts';
import { users } from '#server/db/tables/users.ts';
import { type Listing, type Place, searchTerms, type Total } from './listing.ts';

export interface ItemPhoto {
	hash: string;
	width: number;
	height: number;
	thumbhash: string;
}

/** An item with its seller and its photos in order. */
export interface ItemRow {
	id: number;
	sellerId: number;
	sellerName: string;
	/** Banned or gone: the seller's items are then not there for the public. */
	sellerHidden: boolean;
	title: string;
	/** What 'Name A-Z' sorts by, as the database has it. */
	sortName: string;
	description: string;
	/** Rupees. */
	price: number;
	category: string;
	soldAt: Date | null;
	bannedAt: Date | null;
	banReason: string | null;
	createdAt: Date;
	photos: ItemPhoto[];
}

/** The condition of the partial indexes, word for word; an item is on sale where its seller is not hidden either. */
const ON_SALE = sql`${items.soldAt} is null and ${items.bannedAt} is null and ${items.deletedAt} is null`;
const SELLER_HIDDEN = sql`(${users.bannedAt} is not null or ${users.deletedAt} is not null)`;

const NAME = sql`lower(${items.title})`;
const PHOTOS_IN_ORDER = sql<ItemPhoto[]>`(
	select coalesce(json_agg(json_build_object(
		'hash', ${photos.hash}, 'width', ${photos.width}, 'height', ${photos.height}, 'thumbhash', ${photos.thumbhash}
	) order by ${itemPhotos.position}), '[]')
	from ${itemPhotos} join ${photos} on ${photos.hash} = ${itemPhotos.photoHash}
	where ${itemPhotos.itemId} = ${items.id})`;

/** Items with everything that is shown of them, in one statement. */
function itemRows(db: Db) {
	return db
		.select({
			id: items.id,
			sellerId: items.sellerId,
			sellerName: users.userName,
			sellerHidden: sql<boolean>`${SELLER_HIDDEN}`,
			title: items.title,
			sortName: sql<string>`${NAME}`,
			description: items.description,
			price: items.price,
			category: items.category,
			soldAt: items.soldAt,
			bannedAt: items.bannedAt,
			banReason: items.banReason,
			createdAt: items.createdAt,
			photos: PHOTOS_IN_ORDER,
		})
		.from(items)
		.innerJoin(users, eq(users.id, items.sellerId))
		.$dynamic();
}

/** Any item but a deleted one; whether the caller may see it is a rule. */
export async function findItem(db: Db, id: number): Promise<ItemRow | undefined> {
	const [row] = await itemRows(db).where(and(eq(items.id, id), isNull(items.deletedAt)));
	return row;
}

/** Everything a person has put on the market, newest first. */
export async function listItemsOfSeller(db: Db, sellerId: number): Promise<ItemRow[]> {
	const theirs = and(eq(items.sellerId, sellerId), isNull(items.deletedAt));
	return itemRows(db).where(theirs).orderBy(desc(items.id));
}

const ORDERS: Record<Sort, SQL> = {
	newest: sql`${items.id} desc`,
	'price-asc': sql`${items.price}, ${items.id}`,
	'price-desc': sql`${items.price} desc, ${items.id} desc`,
	name: sql`${NAME}, ${items.id}`,
};
const BEHIND: Record<Sort, (place: Place) => SQL> = {
	newest: ({ id }) => sql`${items.id} < ${id}`,
	'price-asc': ({ id, key }) => sql`(${items.price}, ${items.id}) > (${key}::numeric, ${id})`,
	'price-desc': ({ id, key }) => sql`(${items.price}, ${items.id}) < (${key}::numeric, ${id})`,
	name: ({ id, key }) => sql`(${NAME}, ${items.id}) > (${key}::text, ${id})`,
};

/** Items on sale, in the listing's order. */
export async function listOnSale(db: Db, listing: Listing): Promise<ItemRow[]> {
	const { sort, after, limit } = listing;
	return itemRows(db)
		.where(and(matching(listing), after && BEHIND[sort](after)))
		.orderBy(ORDERS[sort])
		.limit(limit);
}

/** Counted no further than anyone is told: up to 1,000, then "1000+". */
export async function countOnSale(db: Db, listing: Listing): Promise<Total> {
	const { rows } = await db.execute<{ count: number }>(sql`
		select count(*)::int as count from (
			select from ${items} join ${users} on ${users.id} = ${items.sellerId}
			where ${matching(listing)} limit ${ITEM_LIMITS.countedTo + 1}) as counted`);
	const count = rows[0]?.count ?? 0;
	return count > ITEM_LIMITS.countedTo ? '1000+' : count;
}

function matching({ category, words, minPrice, maxPrice }: Listing): SQL {
	const conditions = [ON_SALE, sql`not ${SELLER_HIDDEN}`];
	if (category !== undefined) conditions.push(sql`${items.category} = ${category}`);
	if (words) conditions.push(found(words));
	if (minPrice !== undefined) conditions.push(sql`${items.price} >= ${minPrice}`);
	if (maxPrice !== undefined) conditions.push(sql`${items.price} <= ${maxPrice}`);
	return sql.join(conditions, sql` and `);
}

/** Every word must be there; the last may be unfinished, as it is while somebody types. */
function found(words: string): SQL {
	const terms = searchTerms(words);
	const last = terms.pop();
	if (last === undefined) return sql`false`;
	const whole = sql`plainto_tsquery('english', without_accents(${terms.join(' ')}))`;
	const unfinished = sql`(plainto_tsquery('english', without_accents(${last}))
		|| to_tsquery('simple', without_accents(${last}) || ':*'))`;
	return sql`${items.search} @@ (${whole} && ${unfinished})`;
}

export async function insertItem(db: Db, sellerId: number, fields: ItemFields): Promise<number> {
	const [row] = await db
		.insert(items)
		.values({ ...fields, sellerId })
		.returning({ id: items.id });
	if (!row) throw new Error('The insert returned no row.');
	return row.id;
}

/** @param hashes in order, the cover first; each has its row in `photos` */
export async function insertItemPhotos(
	db: Db,
	itemId: number,
	hashes: readonly string[],
): Promise<void> {
	await db
		.insert(itemPhotos)
		.values(hashes.map((photoHash, position) => ({ itemId, position, photoHash })));
}

export async function deleteItemPhotos(db: Db, itemId: number): Promise<string[]> {
	const gone = await db
		.delete(itemPhotos)
		.where(eq(itemPhotos.itemId, itemId))
		.returning({ hash: itemPhotos.photoHash });
	return gone.map(({ hash }) => hash);
}

const ownOnSale = (id: number, sellerId: number) =>
	sql`${items.id} = ${id} and ${items.sellerId} = ${sellerId} and ${ON_SALE}`;

/** False when it is not this seller's item on sale: the statement decides the race, not the read before it. */
export async function setFields(
	db: Db,
	id: number,
	sellerId: number,
	{ title, description, price, category }: ItemFields,
): Promise<boolean> {
	const changed = await db
		.update(items)
		.set({ title, description, price, category })
		.where(ownOnSale(id, sellerId))
		.returning({ id: items.id });
	return changed.length === 1;
}

/** False when it is not this seller's item on sale. */
export async function setSold(db: Db, id: number, sellerId: number): Promise<boolean> {
	const changed = await db
		.update(items)
		.set({ soldAt: sql`now()` })
		.where(ownOnSale(id, sellerId))
		.returning({ id: items.id });
	return changed.length === 1;
}
