import pg from 'pg';
import { tellingTerms } from '#contract/catalogue/search-words.ts';
import { pick } from '#contract/core/pick.ts';
import { ITEM_LIMITS, type Sort } from '#contract/items/facts.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import { type SQL, type SQLWrapper, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import {
	columnsFor,
	conditionsFor,
	FILTER_NAMES,
	type Filters,
	ON_SALE,
	ROW_VERSION,
	SELLER_HIDDEN,
	SELLER_VISIBLE,
} from './conditions.ts';
import { anyOf, compileQuery, type Synonyms, singleWordInTitle } from './tsqueries.ts';

/** Items to scan in the listing's order before switching to collecting and sorting all matches. */
const SCAN_MAX_ITEMS = 3000;
/** One more than the largest exact total: counting stops at this number, which is shown as "1000+". */
const COUNT_LIMIT = ITEM_LIMITS.countLimit + 1;
const PRICE_FILTERS: readonly (keyof Filters)[] = ['minPrice', 'maxPrice', 'free'];
const JOIN_SELLERS = sql`join ${users} on ${users.id} = ${items.sellerId}`;

/** A listing with its sort order and the position after which it continues. */
export interface Listing extends Filters {
	sort: Sort;
	limit: number;
	after?: Position | undefined;
}

/** An item's position in the sort order. The next page continues after the last item's position (keyset pagination). */
export interface Position {
	id: number;
	/** The sort key besides the id: rupees, the title in lower case, or null for newest first. */
	key: number | string | null;
}

/** A match with its position in the listing. */
export interface FoundItem extends Position {
	/** Changes whenever anything that the public sees of the item changes. */
	version: string;
}

/** The number of matches; '1000+' if there are more than 1,000. */
export type Total = number | '1000+';

/** The row type that the driver requires. */
type Row<Fields> = Record<string, unknown> & Fields;
/** A position in a statement: its values, or placeholders for them. */
type PositionParams = Record<keyof Position, unknown>;

interface SortOrder {
	/** The sort key besides the id. */
	key: SQL;
	/** The columns that the order reads besides the id. */
	columns: readonly SQLWrapper[];
	/** Each order but the best match can be read from an index, forwards or backwards; the two price orders share one. */
	orderBy: SQL;
	/** The items after a position (keyset pagination): in an index, page 5,000 is found as quickly as the first. */
	isAfter: (position: PositionParams) => SQL;
}

const SORT_NAME = sql`lower(${items.title})`;
const SORT_ORDERS: Record<Sort, SortOrder> = {
	newest: {
		key: sql`null`,
		columns: [],
		orderBy: sql`${items.id} desc`,
		isAfter: ({ id }) => sql`${items.id} < ${id}`,
	},
	'price-asc': {
		key: sql`${items.price}::float8`,
		columns: [items.price],
		orderBy: sql`${items.price}, ${items.id}`,
		isAfter: ({ id, key }) => sql`(${items.price}, ${items.id}) > (${key}::numeric, ${id})`,
	},
	'price-desc': {
		key: sql`${items.price}::float8`,
		columns: [items.price],
		orderBy: sql`${items.price} desc, ${items.id} desc`,
		isAfter: ({ id, key }) => sql`(${items.price}, ${items.id}) < (${key}::numeric, ${id})`,
	},
	name: {
		key: SORT_NAME,
		columns: [items.title],
		orderBy: sql`${SORT_NAME}, ${items.id}`,
		isAfter: ({ id, key }) => sql`(${SORT_NAME}, ${items.id}) > (${key}::text, ${id})`,
	},
	// `rank` is a column of `collectMatches` only.
	'best-match': {
		key: sql`${items}.rank`,
		columns: [],
		orderBy: sql`${items}.rank desc, ${items.id} desc`,
		isAfter: ({ id, key }) => sql`(${items}.rank, ${items.id}) < (${key}::float8, ${id})`,
	},
};

interface SearchResult {
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
	const { rows } = await db.execute<{ count: number }>(sql`
		with ${matchesExpression([items.id], filters)} select ${COUNT_FOUND} as count`);
	return toTotal(rows[0]?.count);
}

/** Whether there are filters besides the category; each sort order has an index that begins with the category. */
function isFiltered(filters: Filters): boolean {
	return FILTER_NAMES.some((name) => name !== 'category' && filters[name] !== undefined);
}

function toTotal(count = 0): Total {
	return count > ITEM_LIMITS.countLimit ? '1000+' : count;
}

/**
 * The next items of a listing whose only filter is its category; the most frequent query. It reads one of the partial
 * indexes of the orders (`items_newest_idx`, `items_category_price_idx` and so on). Limit and category are
 * literals in the prepared statement: with parameters, the planner would know neither that the limit is small nor how
 * common the category is. The limit is rounded up to one of PAGE_SIZES, which keeps the number of statements small.
 * The caller has checked that the category exists.
 */
async function browsePage(db: Db, { category, sort, after, limit }: Listing): Promise<FoundItem[]> {
	const pageSize = PAGE_SIZES.find((size) => size >= limit) ?? limit;
	const key = [sort, pageSize, after !== undefined, category].join(' ');
	let statement = browseStatements.get(key);
	if (!statement) {
		const position = { id: sql.placeholder('id'), key: sql.placeholder('key') };
		const literal = category === undefined ? undefined : sql.raw(pg.escapeLiteral(category));
		const range = sortRange(sort, after && position, literal);
		// PostgreSQL cuts names after 63 bytes, and a category's name in Hindi may have more.
		statement = prepareStatement<FoundItem>(
			`browse ${browseStatements.size}`,
			sql`select ${items.id}, ${SORT_ORDERS[sort].key} as key, ${ROW_VERSION} as version from ${items} ${JOIN_SELLERS}
				where ${ON_SALE} and not ${SELLER_HIDDEN} and ${range.condition}
				order by ${range.orderBy} limit ${sql.raw(String(pageSize))}`,
		);
		browseStatements.set(key, statement);
	}
	return (await statement(db, { ...after })).slice(0, limit);
}

/**
 * One more than the usual page sizes, because a page reads one item more to see whether another page follows; and the
 * largest full list.
 */
const PAGE_SIZES = [9, 25, 101, ITEM_LIMITS.listAllMax] as const;
const browseStatements = new Map<string, ReturnType<typeof prepareStatement<FoundItem>>>();

/**
 * Condition and order that read the items of a category, or of all, along the index of the order: from its start, or
 * after a position. Newest first in one category is a range, not an equality: with an equality, the planner would read
 * the newest items of all categories and skip most of them.
 */
function sortRange(
	sort: Sort,
	after: PositionParams | undefined,
	category: SQL | undefined,
): { condition: SQL; orderBy: SQL } {
	const { isAfter, orderBy } = SORT_ORDERS[sort];
	const afterPosition = after ? isAfter(after) : sql`true`;
	if (category === undefined) return { condition: afterPosition, orderBy };
	if (sort !== 'newest')
		return { condition: sql`${items.category} = ${category} and ${afterPosition}`, orderBy };
	const end = after
		? sql`(${items.category}, ${items.id}) < (${category}, ${after.id})`
		: sql`${items.category} <= ${category}`;
	return {
		condition: sql`${items.category} >= ${category} and ${end}`,
		orderBy: sql`${items.category} desc, ${items.id} desc`,
	};
}

/**
 * The matches within the next SCAN_MAX_ITEMS items of the order, read from the index of the order. The limit is hidden
 * from the planner in a subquery: where few items are on sale, a visible limit would cover most of them, and the planner
 * would sort all items, with their descriptions and search vectors.
 */
async function scanInOrder(db: Db, listing: Listing): Promise<FoundItem[]> {
	const { category, sort, after } = listing;
	const range = sortRange(sort, after, category === undefined ? undefined : sql`${category}`);
	// Sorted by price, the matches of a price range are contiguous: the scan starts at the first of them.
	const isByPrice = sort === 'price-asc' || sort === 'price-desc';
	const prices = conditionsFor(isByPrice ? pick(listing, PRICE_FILTERS) : {});
	// Only the needed columns: thousands of rows are read to find a few.
	const selected = [...new Set([...positionColumns(sort), ...columnsFor(listing)])];
	const { rows } = await db.execute<Row<FoundItem>>(
		pageStatement(listing, {
			source: sql`(
				select ${columns(selected)} from ${items} where ${ON_SALE} and ${range.condition} and ${prices}
				order by ${range.orderBy} limit (select ${SCAN_MAX_ITEMS}::int))`,
			condition: sql`${SELLER_VISIBLE} and ${conditionsFor({ ...listing, category: undefined })}`,
			// The order of the scan, so that it stops when the page is full.
			orderBy: range.orderBy,
		}),
	);
	return rows;
}

/** All matches, mostly from `items_filtered_idx`, sorted; and their number on the first page. */
async function collectMatches(db: Db, listing: Listing): Promise<SearchResult> {
	const { sort, after, query = '' } = listing;
	const selected = [...positionColumns(sort)];
	if (sort === 'best-match')
		selected.push(sql`ts_rank(${items.search}, ${query}::tsquery)::float8 as rank`);
	const { orderBy, isAfter } = SORT_ORDERS[sort];
	const condition = after ? isAfter(after) : sql`true`;
	const { rows } = await db.execute<Row<FoundItem & { count: number }>>(sql`
		with ${matchesExpression(selected, listing)}
		${pageStatement(listing, { source: sql`found`, condition, orderBy }, sql`, ${COUNT_FOUND} as count`)}`);
	const matches = rows.map(({ id, key, version }) => ({ id, key, version }));
	return { matches, total: after ? undefined : toTotal(rows[0]?.count) };
}

/**
 * The first items of `source` in the listing's order. Reads sort keys and sellers only for the items of the page.
 * @param page `source` is a table expression with `positionColumns` and the columns that `condition` and `orderBy` read
 */
function pageStatement(
	{ sort, limit }: Listing,
	page: { source: SQL; condition: SQL; orderBy: SQL },
	more: SQL = sql``,
): SQL {
	const { key, orderBy } = SORT_ORDERS[sort];
	return sql`
		select ${items.id}, ${key} as key, ${ROW_VERSION} as version ${more} from (
			select * from ${page.source} as ${items} where ${page.condition} order by ${page.orderBy} limit ${limit}
		) as ${items} ${JOIN_SELLERS} order by ${orderBy}`;
}

/** What an item's position in the order, its seller's row and its version (`ROW_VERSION`) are read from. */
function positionColumns(sort: Sort): SQLWrapper[] {
	return [items.id, items.sellerId, sql`${items}.xmin`, ...SORT_ORDERS[sort].columns];
}

/**
 * All matching items on sale, as the table expression `found`. Materialized, so that PostgreSQL plans for all matches:
 * for a few rows it would read the table from its start, expecting early matches. Without filters they are early. A
 * materialized expression is read only as far as its reader asks, so counting stops early all the same.
 */
function matchesExpression(selected: readonly SQLWrapper[], filters: Filters): SQL {
	const form = isFiltered(filters) ? sql`materialized` : sql`not materialized`;
	return sql`found as ${form} (
		select ${columns(selected)} from ${items}
		where ${ON_SALE} and ${SELLER_VISIBLE} and ${conditionsFor(filters)})`;
}

const COUNT_FOUND = sql`(
	select count(*)::int from (select from found limit ${COUNT_LIMIT}) as counted)`;

function columns(selected: readonly SQLWrapper[]): SQL {
	return sql.join([...selected], sql`, `);
}

interface ReferenceItem {
	id: number;
	title: string;
	category: string;
	subjects: readonly string[];
}

/** Items with a word of the title that are compared; the newest. */
const COMPARED_MAX = 1000;

/**
 * Ids of items on sale that are similar to the reference, without the reference itself: those for one of its subjects,
 * and those of its category whose titles share a telling word. Most shared subjects and words come first. None if there
 * are fewer than ITEM_LIMITS.similarMin.
 */
export async function findSimilar(
	db: Db,
	reference: ReferenceItem,
	synonyms: Synonyms,
): Promise<number[]> {
	const terms = tellingTerms(reference.title);
	const words = await compileQuery(
		db,
		anyOf(terms.map((term) => singleWordInTitle(term, synonyms))),
	);
	const columns = sql`${items.id}, ${items.sellerId}, ${items.subjects}, ${items.search}`;
	const newest = sql`order by ${items.id} desc limit ${COMPARED_MAX}`;
	const sharesSubject = sql`${items.subjects} && ${sql.param(reference.subjects)}::text[]`;
	const { rows } = await db.execute<{ id: number }>(sql`
		with compared as (
			(select ${columns} from ${items} where ${ON_SALE} and ${sharesSubject} ${newest})
			union (select ${columns} from ${items}
				where ${ON_SALE} and ${items.category} = ${reference.category} and ${items.search} @@ ${words}::tsquery ${newest})
		)
		select ${items.id} from compared as ${items} where ${SELLER_VISIBLE} and ${items.id} <> ${reference.id}
		order by (${sharesSubject})::int + (${items.search} @@ ${words}::tsquery)::int desc,
			ts_rank(${items.search}, ${words}::tsquery) desc, ${items.id} desc
		limit ${ITEM_LIMITS.similarMax}`);
	return rows.length < ITEM_LIMITS.similarMin ? [] : rows.map(({ id }) => id);
}
