import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { ITEM_LIMITS, type Sort } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepared-statements.ts';
import { items } from '#server/db/schema/items.ts';
import { ON_SALE, ROW_VERSION, SELLER_HIDDEN } from './conditions.ts';
import type { FoundItem, Listing } from './listing.ts';
import {
	AFTER,
	JOIN_SELLERS,
	NEWEST_IN_CATEGORY,
	ORDER_BY,
	type PositionParams,
	SORT_KEY,
} from './sort-orders.ts';

/**
 * The next items of a listing whose only filter is its category; the most frequent query. Limit and category are
 * literals in the prepared statement: with parameters, the planner would know neither that the limit is small nor how
 * common the category is. The limit is rounded up to one of PAGE_SIZES, which keeps the number of statements small.
 * The caller has checked that the category exists.
 */
export async function browsePage(
	db: Db,
	{ category, sort, after, limit }: Listing,
): Promise<FoundItem[]> {
	const pageSize = PAGE_SIZES.find((size) => size >= limit) ?? limit;
	const options = { sort, pageSize, category, isAfterFirstPage: after !== undefined };
	const name = `turn to ${Object.values(options).join(' ')}`;
	const statement =
		statements.get(name) ?? prepareStatement<FoundItem>(name, browseStatement(options));
	statements.set(name, statement);
	return (await statement(db, { ...after })).slice(0, limit);
}

/**
 * One more than the usual page sizes, because a page reads one item more to see whether another page follows; and the
 * largest full list.
 */
const PAGE_SIZES = [9, 25, 101, ITEM_LIMITS.listAllMax] as const;
const statements = new Map<string, ReturnType<typeof prepareStatement<FoundItem>>>();

interface BrowseOptions {
	sort: Sort;
	pageSize: number;
	category: string | undefined;
	isAfterFirstPage: boolean;
}

function browseStatement({ sort, pageSize, category, isAfterFirstPage }: BrowseOptions): SQL {
	const position = { id: sql.placeholder('id'), key: sql.placeholder('key') };
	const after = isAfterFirstPage ? position : undefined;
	const { condition, order } = sortRange(sort, after, category);
	return sql`
		select ${items.id}, ${SORT_KEY[sort]} as key, ${ROW_VERSION} as version from ${items} ${JOIN_SELLERS}
		where ${ON_SALE} and not ${SELLER_HIDDEN} and ${condition}
		order by ${order} limit ${sql.raw(String(pageSize))}`;
}

/** Condition and order that read a listing from its start, or after a position. */
function sortRange(
	sort: Sort,
	after: PositionParams | undefined,
	category: string | undefined,
): { condition: SQL; order: SQL } {
	const afterPosition = after && AFTER[sort](after);
	if (category === undefined)
		return { condition: afterPosition ?? sql`true`, order: ORDER_BY[sort] };
	const literal = sql.raw(pg.escapeLiteral(category));
	if (sort !== 'newest') {
		const condition = sql`${items.category} = ${literal} and ${afterPosition ?? sql`true`}`;
		return { condition, order: ORDER_BY[sort] };
	}
	const end = after
		? sql`(${items.category}, ${items.id}) < (${literal}, ${after.id})`
		: sql`${items.category} <= ${literal}`;
	return {
		condition: sql`${items.category} >= ${literal} and ${end}`,
		order: NEWEST_IN_CATEGORY,
	};
}
