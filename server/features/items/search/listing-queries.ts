import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { pick } from '#contract/core/pick.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { items } from '#server/db/schema/items.ts';
import { browsePage } from './browse-queries.ts';
import {
	columnsFor,
	conditionsFor,
	FILTER_NAMES,
	ON_SALE,
	ROW_VERSION,
	SELLER_VISIBLE,
} from './conditions.ts';
import type { Filters, FoundItem, Listing, Total } from './listing.ts';
import {
	AFTER,
	JOIN_SELLERS,
	NEWEST_IN_CATEGORY,
	ORDER_BY,
	SORT_COLUMNS,
	SORT_KEY,
} from './sort-orders.ts';

/** Items to scan in the listing's order before switching to collecting and sorting all matches. */
const SCAN_MAX_ITEMS = 3000;
/** The newest items are a sample: if at least one in COMMON_RATIO of them matches, matches are common. */
const SAMPLE_ITEMS = 500;
const COMMON_RATIO = 20;
/** One more than the largest exact total: counting stops at this number, which is shown as "1000+". */
const COUNT_LIMIT = ITEM_LIMITS.countLimit + 1;
const PRICE_FILTERS: readonly (keyof Filters)[] = ['minPrice', 'maxPrice', 'free'];

/** The row type that the driver requires. */
type Row<Fields> = Record<string, unknown> & Fields;

export interface SearchResult {
	matches: FoundItem[];
	/** The number of all matches; undefined when the search stopped early or continues after a position. */
	total: Total | undefined;
}

/**
 * Items on sale, in the listing's order.
 *
 * The planner's statistics do not show how common the matches are, nor where in the order they are: sorted by price,
 * "laptop" has no match among the cheap items. Therefore a bounded part of the order is scanned first, which suffices
 * when matches are common. Rare matches are all collected from the search index, and then sorted.
 */
export async function findOnSale(db: Db, listing: Listing): Promise<SearchResult> {
	if (!isFiltered(listing)) return { matches: await browsePage(db, listing), total: undefined };
	if (listing.sellerId === undefined && listing.sort !== 'best-match') {
		const matches = await scanInOrder(db, listing);
		if (matches.length === listing.limit) return { matches, total: undefined };
	}
	return collectMatches(db, listing);
}

/** Counts up to 1,000 matches; more are shown as "1000+". */
export async function countOnSale(db: Db, filters: Filters): Promise<Total> {
	if (isPriceRange(filters)) return toTotal(await countInTable(db, filters));
	if (filters.sellerId === undefined && (await countIfCommon(db, filters)) === COUNT_LIMIT)
		return toTotal(COUNT_LIMIT);
	const found = matchesExpression([items.id], conditionsFor(filters));
	return toTotal(await countUpTo(db, sql`select from found`, sql`with ${found}`));
}

/** Whether all matches are contiguous in an index: the one by price, or the one by category and price. */
function isPriceRange(filters: Filters): boolean {
	const isOfRange = (name: keyof Filters) => name === 'category' || PRICE_FILTERS.includes(name);
	return FILTER_NAMES.every((name) => isOfRange(name) || filters[name] === undefined);
}

/** Ordering by price makes the planner use the price index; otherwise it would read the table from its start. */
function countInTable(db: Db, filters: Filters): Promise<number> {
	const order = isFiltered(filters) ? sql`order by ${items.price}` : sql``;
	return countUpTo(
		db,
		sql`select from ${items} where ${ON_SALE} and ${SELLER_VISIBLE} and ${conditionsFor(filters)} ${order}`,
	);
}

/**
 * Counts the matches among the newest items if matches are common there, otherwise returns 0. Common words and
 * conditions have long posting lists in the search index, so that 1,000 matches are found faster among the newest
 * items.
 */
function countIfCommon(db: Db, filters: Filters): Promise<number> {
	const sample = matchesAmongNewest(filters, sql`${SAMPLE_ITEMS}`);
	return countUpTo(
		db,
		matchesAmongNewest(
			filters,
			sql`case when (select count(*) from (${sample}) as sample) >= ${SAMPLE_ITEMS / COMMON_RATIO}
				then ${COUNT_LIMIT * COMMON_RATIO} else 0 end`,
		),
	);
}

function matchesAmongNewest(filters: Filters, maxItems: SQL): SQL {
	const newest = boundedScan({ ...filters, sort: 'newest' }, maxItems);
	const found = conditionsFor({ ...filters, category: undefined });
	return sql`select from ${newest} where ${SELLER_VISIBLE} and ${found}`;
}

async function countUpTo(db: Db, found: SQL, expressions = sql``): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(sql`
		${expressions} select count(*)::int as count from (${found} limit ${COUNT_LIMIT}) as counted`);
	return rows[0]?.count ?? 0;
}

/** Whether there are filters besides the category; each sort order has an index that begins with the category. */
function isFiltered(filters: Filters): boolean {
	return FILTER_NAMES.some((name) => name !== 'category' && filters[name] !== undefined);
}

function toTotal(count = 0): Total {
	return count > ITEM_LIMITS.countLimit ? '1000+' : count;
}

/** The matches within the next SCAN_MAX_ITEMS items of the order. */
async function scanInOrder(db: Db, listing: Listing): Promise<FoundItem[]> {
	const { sort, limit } = listing;
	const found = conditionsFor({ ...listing, category: undefined });
	const { rows } = await db.execute<Row<FoundItem>>(sql`
		select ${items.id}, ${SORT_KEY[sort]} as key, ${ROW_VERSION} as version from (
			select ${columns(SORT_COLUMNS[sort])} from ${boundedScan(listing, sql`${SCAN_MAX_ITEMS}`)}
			where ${SELLER_VISIBLE} and ${found} order by ${ORDER_BY[sort]} limit ${limit}
		) as ${items} ${JOIN_SELLERS} order by ${ORDER_BY[sort]}`);
	return rows;
}

/**
 * The next `maxItems` items in the order, from its start or after a position, as a subquery with the name of the
 * table. The limit is hidden from the planner in a subquery, so that the planner always reads the index of the order.
 * Where few items are on sale, a visible limit would cover most of them. The planner would then sort all items, with
 * their descriptions and search vectors.
 */
function boundedScan(listing: Filters & Pick<Listing, 'sort' | 'after'>, maxItems: SQL): SQL {
	const { category, sort, after } = listing;
	// NEWEST_IN_CATEGORY says why the condition on the category must be a range here.
	const isRange = category !== undefined && sort === 'newest' && !after;
	const order = isRange ? NEWEST_IN_CATEGORY : ORDER_BY[sort];
	const conditions = [ON_SALE];
	if (after) conditions.push(AFTER[sort](after));
	conditions.push(
		isRange
			? sql`${items.category} between ${category} and ${category}`
			: conditionsFor({ category }),
	);
	// Sorted by price, the matches of a price range are contiguous: the scan starts at the first of them.
	if (sort === 'price-asc' || sort === 'price-desc') {
		conditions.push(conditionsFor(pick(listing, PRICE_FILTERS)));
	}
	// Only the needed columns: thousands of rows are read to find a few.
	const selected = new Set([...SORT_COLUMNS[sort], items.sellerId, ...columnsFor(listing)]);
	return sql`(
		select ${columns([...selected])} from ${items} where ${sql.join(conditions, sql` and `)}
		order by ${order} limit (select (${maxItems})::int)) as ${items}`;
}

/** All matches from the search index, sorted. Reads sort keys and sellers only for the items of the page. */
async function collectMatches(db: Db, listing: Listing): Promise<SearchResult> {
	const { sort, after, limit, query = '' } = listing;
	const selected = [...SORT_COLUMNS[sort]];
	if (sort === 'best-match')
		selected.push(sql`ts_rank(${items.search}, ${query}::tsquery)::float8 as rank`);
	const isAfter = after ? AFTER[sort](after) : sql`true`;
	const { rows } = await db.execute<Row<FoundItem & { count: number }>>(sql`
		with ${matchesExpression(selected, conditionsFor(listing))}
		select ${items.id}, ${SORT_KEY[sort]} as key, ${ROW_VERSION} as version,
			(select count(*)::int from (select from found limit ${COUNT_LIMIT}) as counted) as count
		from (select * from found as ${items} where ${isAfter} order by ${ORDER_BY[sort]} limit ${limit})
			as ${items} ${JOIN_SELLERS}
		order by ${ORDER_BY[sort]}`);
	const matches = rows.map(({ id, key, version }) => ({ id, key, version }));
	return { matches, total: after ? undefined : toTotal(rows[0]?.count) };
}

/**
 * All matching items on sale, as the table expression `found`. Materialized, so that PostgreSQL plans for all matches:
 * for a few rows it would read the table from its start, expecting early matches.
 */
function matchesExpression(selected: readonly SQLWrapper[], condition: SQL): SQL {
	return sql`found as materialized (
		select ${columns(selected)} from ${items} where ${ON_SALE} and ${SELLER_VISIBLE} and ${condition})`;
}

function columns(selected: readonly SQLWrapper[]): SQL {
	return sql.join([...selected], sql`, `);
}
