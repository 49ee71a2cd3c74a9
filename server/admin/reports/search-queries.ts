import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import { EXPORT_BATCH_SIZE } from '#server/admin/kit/csv.ts';
import { findPage } from '#server/admin/kit/list-page.ts';
import { parseIdInput } from '#server/admin/kit/search-input.ts';
import type { Db } from '#server/db/client.ts';
import type { itemReports, userReports } from '#server/db/schema/reports.ts';

/** The query of a list of reports. */
export interface ReportFilters {
	status?: string | undefined;
	type?: string | undefined;
	/** Text in the description or the names, or the id of the report. */
	q?: string | undefined;
	sort: 'newest' | 'oldest';
	/** Keeps only the oldest matching report per item or user; for lists, not for exports. */
	each?: 'target' | undefined;
}

interface Page {
	page: number;
	limit: number;
}

/** The columns that both kinds of report share, as PostgreSQL returns them: timestamps are texts. */
export interface ReportRow {
	id: number;
	type: string;
	complaint: string;
	status: string;
	action: string | null;
	adminNotes: string | null;
	createdAt: string;
	resolvedAt: string | null;
	reporterId: number;
	reporterName: string;
	reporterIsGone: boolean;
	resolverId: number | null;
	resolverName: string | null;
	/** Pending reports about the same item or user. */
	pendingForTarget: number;
}

/** One kind of report: its table, and the full rows of `page (id)`, which the caller sorts. */
export interface ReportList {
	table: typeof itemReports | typeof userReports;
	/** The column of the reported item or user. */
	target: PgColumn;
	selectRows: SQL;
}

/** The columns that `rows` of both kinds select of a `report`, its `reporter` and its `resolver`. */
export const REPORT_COLUMNS = sql`
	report.id, report.type, report.complaint, report.status, report.action,
	report.admin_notes as "adminNotes", report.created_at as "createdAt", report.resolved_at as "resolvedAt",
	reporter.id as "reporterId", reporter.user_name as "reporterName",
	reporter.deleted_at is not null as "reporterIsGone",
	resolver.id as "resolverId", resolver.username as "resolverName"`;

/** One page, with the total as far as pages are counted. */
export function findReportPage<Row extends ReportRow>(
	db: Db,
	list: ReportList,
	filters: ReportFilters,
	page: Page,
): Promise<{ found: number; entries: Row[] }> {
	const direction = directionOf(filters);
	const isOnePerTarget = filters.each === 'target';
	const selectIds = ({ offset, size }: { offset: number; size: number }) => sql`
		select ${isOnePerTarget ? sql`min(id)` : sql`id`} as id
		from ${list.table} where ${conditionsFor(list, filters)}
		${isOnePerTarget ? sql`group by ${list.target}` : sql``}
		order by id ${direction} limit ${size} offset ${offset}`;
	return findPage(page, {
		// The filters are evaluated once for both.
		async withCount({ offset, size }) {
			const { rows } = await db.execute<{ found: number; entries: Row[] }>(sql`
				with found as materialized (${selectIds({ offset: 0, size: PAGING_LIMITS.countLimit + 1 })}),
				page as materialized (select id from found order by id ${direction} limit ${size} offset ${offset})
				select
					(select count(*) from found)::int as found,
					coalesce((select json_agg(entry order by entry.id ${direction}) from (${list.selectRows}) entry), '[]') as entries`);
			return rows[0] ?? { found: 0, entries: [] };
		},
		async withoutCount(range) {
			const { rows } = await db.execute(sql`
				with page as materialized (${selectIds(range)})
				select * from (${list.selectRows}) entry order by entry.id ${direction}`);
			return rows as unknown[] as Row[];
		},
	});
}

export async function findReport<Row extends ReportRow>(
	db: Db,
	{ selectRows }: ReportList,
	id: number,
): Promise<Row | undefined> {
	const query = sql`with page as (select ${id}::int as id) ${selectRows}`;
	const { rows } = await db.execute(query);
	return rows[0] as Row | undefined;
}

/** All filtered reports in batches: each continues after the last row of the one before. */
export async function* streamReports<Row extends ReportRow>(
	db: Db,
	list: ReportList,
	filters: ReportFilters,
): AsyncIterable<Row[]> {
	const direction = directionOf(filters);
	const operator = filters.sort === 'oldest' ? sql`>` : sql`<`;
	let afterLast = sql`true`;
	for (;;) {
		const { rows } = await db.execute(sql`
			with page as materialized (
				select id from ${list.table} where ${conditionsFor(list, filters)} and ${afterLast}
				order by id ${direction} limit ${EXPORT_BATCH_SIZE}
			)
			select * from (${list.selectRows}) entry order by entry.id ${direction}`);
		const reports = rows as unknown[] as Row[];
		yield reports;
		const last = reports[EXPORT_BATCH_SIZE - 1];
		if (!last) return;
		afterLast = sql`id ${operator} ${last.id}`;
	}
}

/** Ids increase with time. */
function directionOf({ sort }: ReportFilters): SQL {
	return sort === 'oldest' ? sql`asc` : sql`desc`;
}

function conditionsFor({ table }: ReportList, { status, type, q }: ReportFilters): SQL {
	const conditions = [sql`true`];
	if (status !== undefined) conditions.push(sql`${table.status} = ${status}`);
	if (type !== undefined) conditions.push(sql`${table.type} = ${type}`);
	if (q !== undefined)
		conditions.push(sql`(${matchesSearch(table, q)} or ${table.id} = ${parseIdInput(q) ?? 0})`);
	return sql.join(conditions, sql` and `);
}

/** Escaped after normalization: removing accents may turn a character into one with a meaning in patterns. */
function matchesSearch({ words }: ReportList['table'], q: string): SQL {
	return sql`${words} like
		'%' || regexp_replace(lower(without_accents(${q})), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}
