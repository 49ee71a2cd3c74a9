import { type SQL, sql } from 'drizzle-orm';
import type {
	ADMIN_ITEM_SORTS,
	ADMIN_ITEM_STATUS_FILTERS,
	AdminItemStatus,
} from '#contract/admin/items.ts';
import { parseIdInput } from '#server/admin/kit/search-input.ts';
import { findUsers } from '#server/admin/kit/user-search-queries.ts';
import type { Db } from '#server/db/client.ts';
import { isBanned, isKept, isOffSale, isRemoved, isSold, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { ON_SALE } from '#server/features/items/search/conditions.ts';
import type { Synonyms } from '#server/features/items/search/synonyms.ts';
import { allWords, compileQuery } from '#server/features/items/search/tsqueries.ts';

export type ItemSort = (typeof ADMIN_ITEM_SORTS)[number];

/** Which items are listed. */
export interface ItemFilters {
	/** Words of the title, the description, the details or the subjects, the id itself, or an owner's name or address. */
	search?: SearchText | undefined;
	/** False means banned. */
	isAvailable?: boolean | undefined;
	status?: (typeof ADMIN_ITEM_STATUS_FILTERS)[number] | undefined;
	category?: string | undefined;
}

/** A search text as it was typed, with the catalogue's synonyms. */
export interface SearchText {
	text: string;
	synonyms: Synonyms;
}

/** A compiled search text. */
interface TextSearch {
	/** The text of a `tsquery`. */
	query: string;
	/** The id of an item, if the search text is a number. */
	itemId: number | undefined;
	/** The owners whom the search text names: their items match, too. */
	sellerIds: readonly number[];
	/** How many of the first `SAMPLE_SIZE` items of the listing match. */
	sampleMatches: number;
}

/** The position of an item in a listing, for keyset paging. */
interface Position {
	id: number;
	price: number;
}

/** A sorted listing of items, or the part of it after a position. */
export interface ItemListing {
	filters: ItemFilters;
	textSearch: TextSearch | undefined;
	sort: ItemSort;
	/** How many items are listed at most. */
	maxItems: number;
	after?: Position | undefined;
}

/** A shorter text names too many people, and has no index. */
const MIN_OWNER_TEXT = 3;
/** The newest people whom a text names; it is too common to mean one of them, if there are more. */
const MAX_OWNERS = 50;

/** Number of items at the start of a listing that are sampled to estimate how common the text is. */
const SAMPLE_SIZE = 2000;
/**
 * From this share of matches on, reading a million rows in their order until 10,000 match is faster
 * than collecting all matches. Rows are never read in the order of prices: rows with similar prices
 * are scattered on disk. Besides, a sample of the cheapest items says nothing about the words of
 * expensive ones.
 */
const MIN_COMMON_SHARE: Record<ItemSort, number> = {
	newest: 0.04,
	oldest: 0.04,
	dearest: Number.POSITIVE_INFINITY,
	cheapest: Number.POSITIVE_INFINITY,
};

export const ORDER_BY: Record<ItemSort, SQL> = {
	newest: sql`${items.id} desc`,
	oldest: sql`${items.id}`,
	dearest: sql`${items.price} desc, ${items.id} desc`,
	cheapest: sql`${items.price}, ${items.id}`,
};
const AFTER: Record<ItemSort, (last: Position) => SQL> = {
	newest: ({ id }) => sql`${items.id} < ${id}`,
	oldest: ({ id }) => sql`${items.id} > ${id}`,
	dearest: ({ id, price }) =>
		sql`(${items.price}, ${items.id}) < (${price}::numeric, ${id}::integer)`,
	cheapest: ({ id, price }) =>
		sql`(${items.price}, ${items.id}) > (${price}::numeric, ${id}::integer)`,
};

export const NOT_DELETED = sql`${items.deletedAt} is null`;
const OF_ACCOUNT = sql`${items.sellerId} in (select id from ${users} where ${users.deletedAt} is null)`;
const STATUS_CONDITION: Record<AdminItemStatus, SQL> = {
	available: ON_SALE,
	sold: isSold(items),
	banned: isBanned(items),
	removed: sql`${isRemoved(items)} and ${OF_ACCOUNT}`,
	deleted: sql`${isKept(items)} and not ${isRemoved(items)} and ${OF_ACCOUNT}`,
};
/** The statuses that are listed unless one is chosen: those with indexes. */
const LISTED_STATUSES = ['available', 'sold', 'banned'] as const;
const OFF_SALE = isOffSale(items);
/** Banned users are few, and have an index of their own. */
const OWNER_BANNED = sql`${items.sellerId} in (
	select ${users.id} from ${users} where ${users.bannedAt} is not null and ${users.deletedAt} is null)`;
const SORT_COLUMNS = sql`${items.id}, ${items.price}`;

/**
 * Compiles the text, and samples how common it is at the start of the listing. PostgreSQL's
 * statistics do not say how often several words occur together.
 */
export async function compileTextSearch(
	db: Db,
	filters: ItemFilters,
	sort: ItemSort,
): Promise<TextSearch | undefined> {
	const { search, ...others } = filters;
	if (search === undefined) return undefined;
	const query = await compileQuery(db, allWords(search.text, search.synonyms));
	const sample = selectInOrder({
		filters: others,
		textSearch: undefined,
		sort,
		maxItems: SAMPLE_SIZE,
	});
	const { rows } = await db.execute<{ sampleMatches: number }>(sql`
		select count(*)::int as "sampleMatches" from ${items}
		where ${items.id} in (select ${items.id} from ${sample}) and ${items.search} @@ ${query}::tsquery`);
	const owners =
		search.text.length < MIN_OWNER_TEXT ? [] : await findUsers(db, search.text, MAX_OWNERS);
	return {
		query,
		itemId: parseIdInput(search.text),
		sellerIds: owners.map(({ id }) => id),
		sampleMatches: rows[0]?.sampleMatches ?? 0,
	};
}

/**
 * The first items of a listing. Each set of rows with an index of its own is a branch of a union. Matches of a common
 * text are found by reading rows in sort order; those of a rare text are collected from the text index and sorted.
 */
export function selectInOrder({ filters, textSearch, sort, maxItems, after }: ItemListing): SQL {
	const isCommon = textSearch !== undefined && isOrderScanFaster(textSearch, sort, maxItems);
	const branches = branchesFor(filters, textSearch !== undefined && !isCommon);
	const subqueries = branches.map((branch) => {
		const condition = sql`${branch} and ${conditionsFor(filters, sort, after)}`;
		const orderScan = sql`${SORT_COLUMNS} from ${items} where ${condition}`;
		const subquery = textSearch
			? selectMatches(textSearch, condition, isCommon ? ORDER_BY[sort] : undefined)
			: orderScan;
		return sql`(select ${subquery} order by ${ORDER_BY[sort]} limit ${maxItems})`;
	});
	const all = sql.join(subqueries, sql` union all `);
	return sql`(select ${SORT_COLUMNS} from (${all}) as ${items} order by ${ORDER_BY[sort]} limit ${maxItems}) as ${items}`;
}

/** Whether so many of the sample match that reading rows in sort order finds `maxItems` sooner than the text index. */
function isOrderScanFaster(
	{ sampleMatches }: TextSearch,
	sort: ItemSort,
	maxItems: number,
): boolean {
	return (
		sampleMatches >= MIN_COMMON_SHARE[sort] * SAMPLE_SIZE ||
		(sampleMatches >= maxItems && Number.isFinite(MIN_COMMON_SHARE[sort]))
	);
}

/**
 * `offset 0` fixes the plan. With an order, rows are read in this order and compared with the text; without one, the
 * matches are taken from the text index.
 */
function selectMatches(textSearch: TextSearch, condition: SQL, order: SQL | undefined): SQL {
	if (!order) {
		return sql`${SORT_COLUMNS} from (
			select ${SORT_COLUMNS} from ${items} where ${condition} and ${matchesSearch(textSearch)} offset 0) as ${items}`;
	}
	return sql`${SORT_COLUMNS} from (
		select ${SORT_COLUMNS}, ${items.search}, ${items.sellerId} from ${items} where ${condition} order by ${order} offset 0) as ${items}
		where ${matchesSearch(textSearch)}`;
}

/**
 * One condition for each index to read: the text has two indexes, for items on sale and for the rest; the sort orders
 * have one for each status.
 */
function branchesFor(filters: ItemFilters, usesTextIndex: boolean): SQL[] {
	if (filters.status === 'removed' || filters.status === 'deleted')
		return [STATUS_CONDITION[filters.status]];
	const statuses = LISTED_STATUSES.filter((status) => isStatusIncluded(filters, status));
	if (statuses.length === 0) return [sql`false`];
	const hasAllOffSale = statuses.includes('sold') && statuses.includes('banned');
	if (!usesTextIndex || !hasAllOffSale) return statuses.map((status) => STATUS_CONDITION[status]);
	return statuses.includes('available') ? [ON_SALE, OFF_SALE] : [OFF_SALE];
}

/** In the back-office a sold item counts as available. */
function isStatusIncluded(
	{ status, isAvailable }: ItemFilters,
	candidate: AdminItemStatus,
): boolean {
	if (status === 'owner-banned') return candidate !== 'banned';
	if (status !== undefined && status !== candidate) return false;
	return isAvailable === undefined || isAvailable === (candidate !== 'banned');
}

function conditionsFor(
	{ status, category }: ItemFilters,
	sort: ItemSort,
	after: Position | undefined,
): SQL {
	const conditions = [sql`true`];
	if (category !== undefined) conditions.push(sql`${items.category} = ${category}`);
	if (status === 'owner-banned') conditions.push(OWNER_BANNED);
	if (status === 'available' || status === 'sold') conditions.push(sql`not ${OWNER_BANNED}`);
	if (after) conditions.push(AFTER[sort](after));
	return sql.join(conditions, sql` and `);
}

function matchesSearch({ query, itemId, sellerIds }: TextSearch): SQL {
	const alternatives = [sql`${items.search} @@ ${query}::tsquery`];
	if (itemId !== undefined) alternatives.push(sql`${items.id} = ${itemId}`);
	if (sellerIds.length > 0)
		alternatives.push(sql`${items.sellerId} = any(${sql.param([...sellerIds])}::integer[])`);
	return sql`(${sql.join(alternatives, sql` or `)})`;
}
