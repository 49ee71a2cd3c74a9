import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { browsePage } from './browse-queries.ts';
import { conditionsFor, ON_SALE, ROW_VERSION, SELLER_VISIBLE } from './conditions.ts';
import type { Filters, FoundItem, Listing, Total } from './listing.ts';
import {
	AFTER,
	JOIN_SELLERS,
	NEWEST_IN_CATEGORY,
	ORDER_BY,
	SORT_COLUMNS,
	SORT_KEY,
} from './sort-orders.ts';

/** So many items are looked at in the listing's order before the matches are gathered and sorted instead. */
const SCAN_MAX_ITEMS = 3000;
/** So many of the newest tell how common a word is; where one in twenty has it, it is very common. */
const SAMPLE_ITEMS = 500;
const COMMON_RATIO = 20;
const COUNT_LIMIT = ITEM_LIMITS.countLimit + 1;

/** As the driver has the type of a row. */
type Row<Fields> = Record<string, unknown> & Fields;

export interface SearchResult {
	matches: FoundItem[];
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
export async function findOnSale(db: Db, listing: Listing): Promise<SearchResult> {
	if (!isFiltered(listing)) return { matches: await browsePage(db, listing), total: undefined };
	if (listing.sellerId === undefined) {
		const matches = await scanInOrder(db, listing);
		if (matches.length === listing.limit) return { matches, total: undefined };
	}
	return collectMatches(db, listing);
}

/** Counted no further than anyone is told: up to 1,000, then "1000+". */
export async function countOnSale(db: Db, filters: Filters): Promise<Total> {
	if (filters.query === undefined) return toTotal(await countInTable(db, filters));
	// Very common words make long lists in the index of words, but a thousand of them are soon come by.
	const sampled = await countAmongNewest(db, filters, SAMPLE_ITEMS);
	if (sampled >= SAMPLE_ITEMS / COMMON_RATIO) {
		const count = await countAmongNewest(db, filters, COUNT_LIMIT * COMMON_RATIO);
		if (count === COUNT_LIMIT) return toTotal(count);
	}
	const found = matchesExpression([items.id], conditionsFor(filters));
	return toTotal(await countUpTo(db, sql`select from found`, sql`with ${found}`));
}

/** By price where that narrows it: the planner would hope to come upon the few from the table's start. */
function countInTable(db: Db, filters: Filters): Promise<number> {
	const order = isFiltered(filters) ? sql`order by ${items.price}` : sql``;
	return countUpTo(
		db,
		sql`select from ${items} where ${ON_SALE} and ${SELLER_VISIBLE} and ${conditionsFor(filters)} ${order}`,
	);
}

function countAmongNewest(db: Db, filters: Filters, maxItems: number): Promise<number> {
	const newest = boundedScan({ category: filters.category, sort: 'newest' }, maxItems);
	const found = conditionsFor({ ...filters, category: undefined });
	return countUpTo(db, sql`select from ${newest} where ${SELLER_VISIBLE} and ${found}`);
}

async function countUpTo(db: Db, found: SQL, expressions = sql``): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(sql`
		${expressions} select count(*)::int as count from (${found} limit ${COUNT_LIMIT}) as counted`);
	return rows[0]?.count ?? 0;
}

/** Whether more than a category is asked for, which every order's index begins with. */
function isFiltered({ query, minPrice, maxPrice, sellerId }: Filters): boolean {
	return [query, minPrice, maxPrice, sellerId].some((filter) => filter !== undefined);
}

function toTotal(count = 0): Total {
	return count > ITEM_LIMITS.countLimit ? '1000+' : count;
}

/** What is found in a bounded piece of the order. */
async function scanInOrder(db: Db, listing: Listing): Promise<FoundItem[]> {
	const { sort, limit } = listing;
	const found = conditionsFor({ ...listing, category: undefined });
	const { rows } = await db.execute<Row<FoundItem>>(sql`
		select ${items.id}, ${SORT_KEY[sort]} as key, ${ROW_VERSION} as version from (
			select ${columns(SORT_COLUMNS[sort])} from ${boundedScan(listing, SCAN_MAX_ITEMS)}
			where ${SELLER_VISIBLE} and ${found} order by ${ORDER_BY[sort]} limit ${limit}
		) as ${items} ${JOIN_SELLERS} order by ${ORDER_BY[sort]}`);
	return rows;
}

/**
 * The next so many items in the order, from its start or behind a place, under the name of the table itself; always along the
 * order's index. How many is kept from the planner: where they are most of a small market, it would rather sort all of it,
 * descriptions and words included.
 */
function boundedScan(
	{ category, sort, after }: Pick<Listing, 'category' | 'sort' | 'after'>,
	maxItems: number,
) {
	const isRange = category !== undefined && sort === 'newest' && !after;
	const order = isRange ? NEWEST_IN_CATEGORY : ORDER_BY[sort];
	const conditions = [ON_SALE];
	if (after) conditions.push(AFTER[sort](after));
	conditions.push(
		isRange
			? sql`${items.category} between ${category} and ${category}`
			: conditionsFor({ category }),
	);
	// No more than that: thousands are passed on to find a few.
	const selected = new Set([...SORT_COLUMNS[sort], items.price, items.search]);
	return sql`(
		select ${columns([...selected])} from ${items} where ${sql.join(conditions, sql` and `)}
		order by ${order} limit (select ${maxItems}::int)) as ${items}`;
}

/** Only of the few that are listed the keys are written out and the sellers looked up. */
async function collectMatches(db: Db, listing: Listing): Promise<SearchResult> {
	const { sort, after, limit } = listing;
	const conditions = [conditionsFor(listing)];
	if (after) conditions.push(AFTER[sort](after));
	const { rows } = await db.execute<Row<FoundItem & { count: number }>>(sql`
		with ${matchesExpression(SORT_COLUMNS[sort], sql.join(conditions, sql` and `))}
		select ${items.id}, ${SORT_KEY[sort]} as key, ${ROW_VERSION} as version,
			(select count(*)::int from (select from found limit ${COUNT_LIMIT}) as counted) as count
		from (select * from found as ${items} order by ${ORDER_BY[sort]} limit ${limit}) as ${items} ${JOIN_SELLERS}
		order by ${ORDER_BY[sort]}`);
	const matches = rows.map(({ id, key, version }) => ({ id, key, version }));
	return { matches, total: after ? undefined : toTotal(rows[0]?.count) };
}

/**
 * All items on sale that match, as the table expression `found`. Materialized, so that the plan is one for all of them: for
 * the first few, the planner would hope to come upon them by reading the table from its start.
 */
function matchesExpression(selected: readonly SQLWrapper[], condition: SQL): SQL {
	return sql`found as materialized (
		select ${columns(selected)} from ${items} where ${ON_SALE} and ${SELLER_VISIBLE} and ${condition})`;
}

function columns(selected: readonly SQLWrapper[]): SQL {
	return sql.join([...selected], sql`, `);
}
