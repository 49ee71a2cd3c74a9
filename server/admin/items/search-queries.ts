import { type SQL, sql } from 'drizzle-orm';
import type { ADMIN_ITEM_SORTS } from '#contract/admin/items.ts';
import { ITEM_STATUSES } from '#contract/items/facts.ts';
import { numberMeant } from '#server/admin/kit/search-input.ts';
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
interface Words {
	/** The text of a `tsquery`. */
	query: string;
	number: number | undefined;
	/** How many of the first items of the listing have them. */
	glimpsed: number;
}

/** Where an item stands in a listing. */
export interface Place {
	id: number;
	price: number;
}

export interface Finding {
	filters: ItemFilters;
	words: Words | undefined;
	sort: ItemSort;
	/** So many of them at most. */
	most: number;
	after?: Place | undefined;
}

/** So many items at a listing's start tell how common its words are. */
const GLIMPSED = 2000;
/**
 * From which share on it is quicker to come by 10,000 of a million along the order than to gather all of them. Never along the
 * prices, where every item lies somewhere else on the disk, and what is cheap has other words than what is dear.
 */
const COMMON: Record<ItemSort, number> = {
	newest: 0.04,
	oldest: 0.04,
	dearest: Number.POSITIVE_INFINITY,
	cheapest: Number.POSITIVE_INFINITY,
};

export const ORDERS: Record<ItemSort, SQL> = {
	newest: sql`${items.id} desc`,
	oldest: sql`${items.id}`,
	dearest: sql`${items.price} desc, ${items.id} desc`,
	cheapest: sql`${items.price}, ${items.id}`,
};
const BEHIND: Record<ItemSort, (last: Place) => SQL> = {
	newest: ({ id }) => sql`${items.id} < ${id}`,
	oldest: ({ id }) => sql`${items.id} > ${id}`,
	dearest: ({ id, price }) =>
		sql`(${items.price}, ${items.id}) < (${price}::numeric, ${id}::integer)`,
	cheapest: ({ id, price }) =>
		sql`(${items.price}, ${items.id}) > (${price}::numeric, ${id}::integer)`,
};

export const NOT_DELETED = sql`${items.deletedAt} is null`;
const IS: Record<ItemStatus, SQL> = {
	available: ON_SALE,
	sold: isSold(items),
	banned: isBanned(items),
};
const OFF_SALE = isOffSale(items);
const PLACE = sql`${items.id}, ${items.price}`;

/** Works words out, and glimpses how common they are where the listing begins: no statistics tell that of several together. */
export async function wordsOf(
	db: Db,
	filters: ItemFilters,
	sort: ItemSort,
): Promise<Words | undefined> {
	const { search, ...others } = filters;
	if (search === undefined) return undefined;
	const query = await compileQuery(db, allWords(search));
	const start = inOrder({ filters: others, words: undefined, sort, most: GLIMPSED });
	const { rows } = await db.execute<{ glimpsed: number }>(sql`
		select count(*)::int as glimpsed from ${items}
		where ${items.id} in (select ${items.id} from ${start}) and ${items.search} @@ ${query}::tsquery`);
	return { query, number: numberMeant(search), glimpsed: rows[0]?.glimpsed ?? 0 };
}

/**
 * The first items of a listing, under the name of the table itself: what has indexes of its own is a branch of its own. Common
 * words are met along the order soon enough; all that have rare ones are gathered from the index of words, and sorted.
 */
export function inOrder({ filters, words, sort, most, after }: Finding): SQL {
	const isCommon = words !== undefined && isQuickAlong(words, sort, most);
	const branches = branchesOf(filters, words !== undefined && !isCommon);
	const pieces = branches.map((branch) => {
		const listed = sql`${branch} and ${asked(filters.category, sort, after)}`;
		const along = sql`${PLACE} from ${items} where ${listed}`;
		const piece = words ? found(words, listed, isCommon ? ORDERS[sort] : undefined) : along;
		return sql`(select ${piece} order by ${ORDERS[sort]} limit ${most})`;
	});
	const all = sql.join(pieces, sql` union all `);
	return sql`(select ${PLACE} from (${all}) as ${items} order by ${ORDERS[sort]} limit ${most}) as ${items}`;
}

/** Few enough may stand in what was glimpsed. */
function isQuickAlong({ glimpsed }: Words, sort: ItemSort, most: number): boolean {
	return glimpsed >= COMMON[sort] * GLIMPSED || (glimpsed >= most && COMMON[sort] < 1);
}

/** `offset 0` keeps PostgreSQL to the way that is chosen. */
function found(words: Words, listed: SQL, order: SQL | undefined): SQL {
	if (!order) {
		return sql`${PLACE} from (
			select ${PLACE} from ${items} where ${listed} and ${hasWords(words)} offset 0) as ${items}`;
	}
	return sql`${PLACE} from (
		select ${PLACE}, ${items.search} from ${items} where ${listed} order by ${order} offset 0) as ${items}
		where ${hasWords(words)}`;
}

/** Words have two indexes: of what is on sale, and of what is not. The orders have one for each status. */
function branchesOf(filters: ItemFilters, isGathered: boolean): SQL[] {
	const statuses = ITEM_STATUSES.filter((status) => isAsked(filters, status));
	if (statuses.length === 0) return [sql`false`];
	const isOffSale = statuses.includes('sold') && statuses.includes('banned');
	if (!isGathered || !isOffSale) return statuses.map((status) => IS[status]);
	return statuses.includes('available') ? [ON_SALE, OFF_SALE] : [OFF_SALE];
}

/** In the back-office a sold item counts as available (decisions, "Items"). */
function isAsked({ status, isAvailable }: ItemFilters, of: ItemStatus): boolean {
	if (status !== undefined && status !== of) return false;
	return isAvailable === undefined || isAvailable === (of !== 'banned');
}

function asked(category: string | undefined, sort: ItemSort, after: Place | undefined): SQL {
	const conditions = [sql`true`];
	if (category !== undefined) conditions.push(sql`${items.category} = ${category}`);
	if (after) conditions.push(BEHIND[sort](after));
	return sql.join(conditions, sql` and `);
}

function hasWords({ query, number }: Words): SQL {
	const isFound = sql`${items.search} @@ ${query}::tsquery`;
	return number === undefined ? isFound : sql`(${isFound} or ${items.id} = ${number})`;
}
