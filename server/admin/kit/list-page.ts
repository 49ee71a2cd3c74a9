import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import type { Db } from '#server/db/client.ts';

interface Page {
	/** Counted from 1. */
	page: number;
	limit: number;
}

interface PageRange {
	offset: number;
	size: number;
}

interface FoundPage<Entry> {
	/** The number of matches up to `PAGING_LIMITS.countLimit`; beyond it, only enough to know whether a next page exists. */
	found: number;
	entries: Entry[];
}

interface PageQueries<Entry> {
	/**
	 * Lists the range and counts up to one more than `PAGING_LIMITS.countLimit`. For an empty range `found` may be
	 * undefined.
	 */
	withCount: (range: PageRange) => Promise<{ found: number | undefined; entries: Entry[] }>;
	/** Lists the range without counting. */
	withoutCount: (range: PageRange) => Promise<Entry[]>;
}

/**
 * Finds one page of a list. Up to the count limit, all matches are counted with each page. Beyond the limit, one row
 * more than the page is read, which tells whether a next page exists (decision 0021).
 */
export async function findPage<Entry>(
	{ page, limit }: Page,
	{ withCount, withoutCount }: PageQueries<Entry>,
): Promise<FoundPage<Entry>> {
	const range = { offset: (page - 1) * limit, size: limit };
	const isCounted = range.offset + limit <= PAGING_LIMITS.countLimit;
	const { found, entries } = isCounted
		? await withCount(range)
		: await listOneExtra(range, withoutCount);
	if (found !== undefined || page === 1) return { found: found ?? 0, entries };
	// Beyond the last page: the total is still needed.
	const firstRow = await withCount({ offset: 0, size: 1 });
	return { found: firstRow.found ?? 0, entries };
}

async function listOneExtra<Entry>(
	{ offset, size }: PageRange,
	withoutCount: PageQueries<Entry>['withoutCount'],
): ReturnType<PageQueries<Entry>['withCount']> {
	const entries = await withoutCount({ offset, size: size + 1 });
	const found = entries.length > 0 ? offset + entries.length : undefined;
	return { found, entries: entries.slice(0, size) };
}

interface NewestPageQuery {
	table: PgTable & { id: PgColumn };
	/** Which rows are listed. */
	condition: SQL;
	/** The columns as `select … from …`, including `id`. */
	select: SQL;
}

/** One page of a table's rows, newest first. The count reads this table only. */
export function findNewestPage<Entry>(
	db: Db,
	page: Page,
	{ table, condition, select }: NewestPageQuery,
): Promise<FoundPage<Entry>> {
	const selectEntries = ({ offset, size }: PageRange) => sql`
		${select} where ${condition} order by ${table.id} desc limit ${size} offset ${offset}`;
	return findPage(page, {
		async withCount(range) {
			const { rows } = await db.execute<{ id: number | null; found: number }>(sql`
				select counted.found, shown.* from (
					select count(*)::int as found
					from (select from ${table} where ${condition} limit ${PAGING_LIMITS.countLimit + 1}) as first
				) as counted
				left join (${selectEntries(range)}) as shown on true
				order by shown.id desc`);
			const entries = rows.filter(({ id }) => id !== null);
			return { found: rows[0]?.found, entries: entries as unknown[] as Entry[] };
		},
		async withoutCount(range) {
			const { rows } = await db.execute(selectEntries(range));
			return rows as unknown[] as Entry[];
		},
	});
}

interface PageIdsQuery {
	/** The id column. */
	id: PgColumn;
	/** All rows that are counted, as the part after `from`. */
	candidates: SQL;
	order: SQL;
}

/** The ids of a range in sort order, each with its `row_number` from 1, and the total as `found`. */
export function selectPageIds(
	{ offset, size }: PageRange,
	{ id, candidates, order }: PageIdsQuery,
): SQL {
	const withCount = sql`
		select ${id}, row_number() over (order by ${order}) as row_number, (count(*) over ())::int as found
		from ${candidates}`;
	return sql`
		select * from (${withCount}) as counted
		where row_number > ${offset} and row_number <= ${offset + size} order by row_number limit ${size}`;
}
