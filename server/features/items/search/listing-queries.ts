import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { turnTo } from './browse-queries.ts';
import { asked, ON_SALE, SELLER_SHOWN, VERSION } from './conditions.ts';
import type { Filters, FoundPlace, Listing, Total } from './listing.ts';
import { BEHIND, KEYS, NEWEST_WITHIN, ORDERS, STANDING, WITH_SELLERS } from './sort-orders.ts';

/** So many items are looked at in the listing's order before the matches are gathered and sorted instead. */
const WALKED_MAX = 3000;
/** So many of the newest tell how common a word is; where one in twenty has it, it is very common. */
const GLIMPSED = 500;
const COMMON = 20;
const COUNTED_MAX = ITEM_LIMITS.countedTo + 1;

/** As the driver has the type of a row. */
type Row<Fields> = Record<string, unknown> & Fields;

export interface Found {
	places: FoundPlace[];
	/** How many match altogether, where that came to light. */
	total: Total | undefined;
}

/**
 * Items on sale, in the listing's order.
 *
 * How common the matches are, and where in the order they stand, no statistics tell: "laptop" by price has nothing for a
 * long way. So a bounded piece of the order is walked first, which is all it takes where matches are common; where they
 * are rare, all of them are gathered from the index of words and sorted.
 */
export async function findOnSale(db: Db, listing: Listing): Promise<Found> {
	if (!isNarrowed(listing)) return { places: await turnTo(db, listing), total: undefined };
	if (listing.sellerId === undefined) {
		const places = await walk(db, listing);
		if (places.length === listing.limit) return { places, total: undefined };
	}
	return gather(db, listing);
}

/** Counted no further than anyone is told: up to 1,000, then "1000+". */
export async function countOnSale(db: Db, filters: Filters): Promise<Total> {
	if (filters.query === undefined) return asTotal(await countInTable(db, filters));
	// Very common words make long lists in the index of words, but a thousand of them are soon come by.
	const glimpsed = await countAmongNewest(db, filters, GLIMPSED);
	if (glimpsed >= GLIMPSED / COMMON) {
		const count = await countAmongNewest(db, filters, COUNTED_MAX * COMMON);
		if (count === COUNTED_MAX) return asTotal(count);
	}
	const found = foundItems([items.id], asked(filters));
	return asTotal(await countUpTo(db, sql`select from found`, sql`with ${found}`));
}

/** By price where that narrows it: the planner would hope to come upon the few from the table's start. */
function countInTable(db: Db, filters: Filters): Promise<number> {
	const order = isNarrowed(filters) ? sql`order by ${items.price}` : sql``;
	return countUpTo(
		db,
		sql`select from ${items} where ${ON_SALE} and ${SELLER_SHOWN} and ${asked(filters)} ${order}`,
	);
}

function countAmongNewest(db: Db, filters: Filters, most: number): Promise<number> {
	const newest = piece({ category: filters.category, sort: 'newest' }, most);
	const found = asked({ ...filters, category: undefined });
	return countUpTo(db, sql`select from ${newest} where ${SELLER_SHOWN} and ${found}`);
}

async function countUpTo(db: Db, found: SQL, expressions = sql``): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(sql`
		${expressions} select count(*)::int as count from (${found} limit ${COUNTED_MAX}) as counted`);
	return rows[0]?.count ?? 0;
}

/** Whether more than a category is asked for, which every order's index begins with. */
function isNarrowed({ query, minPrice, maxPrice, sellerId }: Filters): boolean {
	return [query, minPrice, maxPrice, sellerId].some((filter) => filter !== undefined);
}

function asTotal(count = 0): Total {
	return count > ITEM_LIMITS.countedTo ? '1000+' : count;
}

/** What is found in a bounded piece of the order. */
async function walk(db: Db, listing: Listing): Promise<FoundPlace[]> {
	const { sort, limit } = listing;
	const found = asked({ ...listing, category: undefined });
	const { rows } = await db.execute<Row<FoundPlace>>(sql`
		select ${items.id}, ${KEYS[sort]} as key, ${VERSION} as version from (
			select ${columns(STANDING[sort])} from ${piece(listing, WALKED_MAX)}
			where ${SELLER_SHOWN} and ${found} order by ${ORDERS[sort]} limit ${limit}
		) as ${items} ${WITH_SELLERS} order by ${ORDERS[sort]}`);
	return rows;
}

/**
 * The next so many items in the order, from its start or behind a place, under the name of the table itself; always along the
 * order's index. How many is kept from the planner: where they are most of a small market, it would rather sort all of it,
 * descriptions and words included.
 */
function piece(
	{ category, sort, after }: Pick<Listing, 'category' | 'sort' | 'after'>,
	most: number,
) {
	const isRange = category !== undefined && sort === 'newest' && !after;
	const order = isRange ? NEWEST_WITHIN : ORDERS[sort];
	const conditions = [ON_SALE];
	if (after) conditions.push(BEHIND[sort](after));
	conditions.push(
		isRange ? sql`${items.category} between ${category} and ${category}` : asked({ category }),
	);
	// No more than that: thousands are passed on to find a few.
	const taken = new Set([...STANDING[sort], items.price, items.search]);
	return sql`(
		select ${columns([...taken])} from ${items} where ${sql.join(conditions, sql` and `)}
		order by ${order} limit (select ${most}::int)) as ${items}`;
}

/** Only of the few that are listed the keys are written out and the sellers looked up. */
async function gather(db: Db, listing: Listing): Promise<Found> {
	const { sort, after, limit } = listing;
	const conditions = [asked(listing)];
	if (after) conditions.push(BEHIND[sort](after));
	const { rows } = await db.execute<Row<FoundPlace & { count: number }>>(sql`
		with ${foundItems(STANDING[sort], sql.join(conditions, sql` and `))}
		select ${items.id}, ${KEYS[sort]} as key, ${VERSION} as version,
			(select count(*)::int from (select from found limit ${COUNTED_MAX}) as counted) as count
		from (select * from found as ${items} order by ${ORDERS[sort]} limit ${limit}) as ${items} ${WITH_SELLERS}
		order by ${ORDERS[sort]}`);
	const places = rows.map(({ id, key, version }) => ({ id, key, version }));
	return { places, total: after ? undefined : asTotal(rows[0]?.count) };
}

/**
 * All items on sale that match, as the table expression `found`. Materialized, so that the plan is one for all of them: for
 * the first few, the planner would hope to come upon them by reading the table from its start.
 */
function foundItems(taken: readonly SQLWrapper[], condition: SQL): SQL {
	return sql`found as materialized (
		select ${columns(taken)} from ${items} where ${ON_SALE} and ${SELLER_SHOWN} and ${condition})`;
}

function columns(taken: readonly SQLWrapper[]): SQL {
	return sql.join([...taken], sql`, `);
}
