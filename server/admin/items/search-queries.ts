import { type SQL, sql } from 'drizzle-orm';
import type { ADMIN_ITEM_SORTS } from '#contract/admin/items.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';
import { parseIdInput } from '#server/admin/kit/search-input.ts';
import type { Db } from '#server/db/client.ts';
import { isBanned, isOffSale, isSold, items } from '#server/db/schema/items.ts';
import { allWords, compileQuery, ON_SALE } from '#server/features/items/search/conditions.ts';

export type ItemSort = (typeof ADMIN_ITEM_SORTS)[number];
type ItemStatus = (typeof ITEM_STATUSES)[number];

export interface ItemFilters {
	/** In the title or the description, or the number itself. */
	search?: string | undefined;
	/** False is banned. */
	isAvailable?: boolean | undefined;
	status?: ItemStatus | undefined;
	category?: string | undefined;
}

/** What words are looked for with. */
interface TextSearch {
	/** The text of a `tsquery`. */
	query: string;
	itemId: number | undefined;
	/** How many of the first items of the listing have them. */
	sampleMatches: number;
}

/** Where an item stands in a listing. */
export interface Position {
	id: number;
	price: number;
}

export interface ItemListing {
	filters: ItemFilters;
	textSearch: TextSearch | undefined;
	sort: ItemSort;
	/** So many of them at most. */
	maxItems: number;
	after?: Position | undefined;
}

/** So many items at a listing's start tell how common its words are. */
const SAMPLE_SIZE = 2000;
/**
 * From which share on it is quicker to come by 10,000 of a million along the order than to gather all of them. Never along the
 * prices, where every item lies somewhere else on the disk, and what is cheap has other words than what is dear.
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
const STATUS_CONDITION: Record<ItemStatus, SQL> = {
	available: ON_SALE,
	sold: isSold(items),
	banned: isBanned(items),
};
const OFF_SALE = isOffSale(items);
const SORT_COLUMNS = sql`${items.id}, ${items.price}`;

/** Works words out, and glimpses how common they are where the listing begins: no statistics tell that of several together. */
export async function compileTextSearch(
	db: Db,
	filters: ItemFilters,
	sort: ItemSort,
): Promise<TextSearch | undefined> {
	const { search, ...others } = filters;
	if (search === undefined) return undefined;
	const query = await compileQuery(db, allWords(search));
	const sample = selectInOrder({
		filters: others,
		textSearch: undefined,
		sort,
		maxItems: SAMPLE_SIZE,
	});
	const { rows } = await db.execute<{ sampleMatches: number }>(sql`
		select count(*)::int as "sampleMatches" from ${items}
		where ${items.id} in (select ${items.id} from ${sample}) and ${items.search} @@ ${query}::tsquery`);
	return { query, itemId: parseIdInput(search), sampleMatches: rows[0]?.sampleMatches ?? 0 };
}

/**
 * The first items of a listing, under the name of the table itself: what has indexes of its own is a branch of its own. Common
 * words are met along the order soon enough; all that have rare ones are gathered from the index of words, and sorted.
 */
export function selectInOrder({ filters, textSearch, sort, maxItems, after }: ItemListing): SQL {
	const isCommon = textSearch !== undefined && isOrderScanFaster(textSearch, sort, maxItems);
	const branches = branchesFor(filters, textSearch !== undefined && !isCommon);
	const subqueries = branches.map((branch) => {
		const condition = sql`${branch} and ${conditionsFor(filters.category, sort, after)}`;
		const orderScan = sql`${SORT_COLUMNS} from ${items} where ${condition}`;
		const subquery = textSearch
			? selectMatches(textSearch, condition, isCommon ? ORDER_BY[sort] : undefined)
			: orderScan;
		return sql`(select ${subquery} order by ${ORDER_BY[sort]} limit ${maxItems})`;
	});
	const all = sql.join(subqueries, sql` union all `);
	return sql`(select ${SORT_COLUMNS} from (${all}) as ${items} order by ${ORDER_BY[sort]} limit ${maxItems}) as ${items}`;
}

/** Few enough may stand in what was sampleMatches. */
function isOrderScanFaster(
	{ sampleMatches }: TextSearch,
	sort: ItemSort,
	maxItems: number,
): boolean {
	return (
		sampleMatches >= MIN_COMMON_SHARE[sort] * SAMPLE_SIZE ||
		(sampleMatches >= maxItems && MIN_COMMON_SHARE[sort] < 1)
	);
}

/** `offset 0` keeps PostgreSQL to the way that is chosen. */
function selectMatches(textSearch: TextSearch, condition: SQL, order: SQL | undefined): SQL {
	if (!order) {
		return sql`${SORT_COLUMNS} from (
			select ${SORT_COLUMNS} from ${items} where ${condition} and ${matchesSearch(textSearch)} offset 0) as ${items}`;
	}
	return sql`${SORT_COLUMNS} from (
		select ${SORT_COLUMNS}, ${items.search} from ${items} where ${condition} order by ${order} offset 0) as ${items}
		where ${matchesSearch(textSearch)}`;
}

/** Words have two indexes: of what is on sale, and of what is not. The orders have one for each status. */
function branchesFor(filters: ItemFilters, usesTextIndex: boolean): SQL[] {
	const statuses = ITEM_STATUSES.filter((status) => isStatusIncluded(filters, status));
	if (statuses.length === 0) return [sql`false`];
	const isOffSale = statuses.includes('sold') && statuses.includes('banned');
	if (!usesTextIndex || !isOffSale) return statuses.map((status) => STATUS_CONDITION[status]);
	return statuses.includes('available') ? [ON_SALE, OFF_SALE] : [OFF_SALE];
}

/** In the back-office a sold item counts as available (decisions, "Items"). */
function isStatusIncluded({ status, isAvailable }: ItemFilters, candidate: ItemStatus): boolean {
	if (status !== undefined && status !== candidate) return false;
	return isAvailable === undefined || isAvailable === (candidate !== 'banned');
}

function conditionsFor(
	category: string | undefined,
	sort: ItemSort,
	after: Position | undefined,
): SQL {
	const conditions = [sql`true`];
	if (category !== undefined) conditions.push(sql`${items.category} = ${category}`);
	if (after) conditions.push(AFTER[sort](after));
	return sql.join(conditions, sql` and `);
}

function matchesSearch({ query, itemId }: TextSearch): SQL {
	const matchesText = sql`${items.search} @@ ${query}::tsquery`;
	return itemId === undefined ? matchesText : sql`(${matchesText} or ${items.id} = ${itemId})`;
}
