import { type SQL, sql } from 'drizzle-orm';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import { EXPORT_BATCH_SIZE, inBatches } from '#server/admin/kit/csv.ts';
import { findPage } from '#server/admin/kit/list-page.ts';
import { parseIdInput } from '#server/admin/kit/search-input.ts';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { users } from '#server/db/schema/users.ts';
import type { ReportKind, ReportTable } from '#server/features/reports/queries.ts';

/** The query of a list of reports. */
export interface ReportFilters {
	status?: string | undefined;
	type?: string | undefined;
	/** Text in the complaint or the names, or the id of the report. */
	q?: string | undefined;
	sort: 'newest' | 'oldest';
	/** Keeps only one report of each item, user or review: the oldest pending one, or the newest. For lists, not for exports. */
	each?: 'target' | undefined;
}

interface Page {
	page: number;
	limit: number;
}

/** The columns that every kind of report has, as PostgreSQL returns them: timestamps are texts. */
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
	/** Pending reports about the same item, user or review. */
	pendingForTarget: number;
	/** All reports about it, and the people who sent them. */
	reportsForTarget: number;
	reportersForTarget: number;
}

/** The reports of one kind, with the columns and joins of what they are about. Reports about wanted posts have no list. */
export interface ReportList extends ReportKind {
	columns: SQL;
	joins: SQL;
	/** SQL condition: the text is in the complaint, or in one of the names that are searched. */
	matchesSearch: (text: string) => SQL;
}

/**
 * Selects the full rows for the ids in `page (id)`, a query that the caller puts before this one. The caller also sorts
 * them. Reports are counted once for each target on the page, however many of its reports are on the page.
 */
function selectRows({ table, target, columns, joins }: ReportList): SQL {
	return sql`
		select report.id, report.type, report.complaint, report.status, report.action,
			report.admin_notes as "adminNotes", report.created_at as "createdAt", report.resolved_at as "resolvedAt",
			reporter.id as "reporterId", reporter.user_name as "reporterName",
			reporter.deleted_at is not null as "reporterIsGone",
			resolver.id as "resolverId", resolver.username as "resolverName",
			same.pending as "pendingForTarget", same.number as "reportsForTarget",
			same.reporters as "reportersForTarget", ${columns}
		from page
		join ${table} report on report.id = page.id
		join ${users} reporter on reporter.id = report.reporter_id
		left join ${admins} resolver on resolver.id = report.resolved_by
		${joins}
		join (
			select ${target} as target, count(*)::int as number, count(distinct reporter_id)::int as reporters,
				count(*) filter (where status = 'pending')::int as pending
			from ${table} where ${target} in (select ${target} from page join ${table} using (id))
			group by ${target}
		) same on same.target = report.${sql.identifier(target.name)}`;
}

/** The id of the report that stands for its item, user or review. */
const FIRST_OF_TARGET = sql`coalesce(min(id) filter (where status = 'pending'), max(id))`;

/** One page, and the total, counted as far as `findPage` counts. */
export function findReportPage<Row extends ReportRow>(
	db: Db,
	list: ReportList,
	filters: ReportFilters,
	page: Page,
): Promise<{ found: number; entries: Row[] }> {
	const direction = directionOf(filters);
	const isOnePerTarget = filters.each === 'target';
	const selectIds = ({ offset, size }: { offset: number; size: number }) => sql`
		select ${isOnePerTarget ? FIRST_OF_TARGET : sql`id`} as id
		from ${list.table} where ${conditionsFor(list, filters)}
		${isOnePerTarget ? sql`group by ${list.target}` : sql``}
		order by id ${direction} limit ${size} offset ${offset}`;
	return findPage(page, {
		// Total and rows in one statement, so that the filters are evaluated once.
		async withCount({ offset, size }) {
			const { rows } = await db.execute<{ found: number; entries: Row[] }>(sql`
				with found as materialized (${selectIds({ offset: 0, size: PAGING_LIMITS.countLimit + 1 })}),
				page as materialized (select id from found order by id ${direction} limit ${size} offset ${offset})
				select
					(select count(*) from found)::int as found,
					coalesce((select json_agg(entry order by entry.id ${direction}) from (${selectRows(list)}) entry), '[]') as entries`);
			return rows[0] ?? { found: 0, entries: [] };
		},
		async withoutCount(range) {
			const { rows } = await db.execute(sql`
				with page as materialized (${selectIds(range)})
				select * from (${selectRows(list)}) entry order by entry.id ${direction}`);
			return rows as unknown[] as Row[];
		},
	});
}

export async function findReport<Row extends ReportRow>(
	db: Db,
	list: ReportList,
	id: number,
): Promise<Row | undefined> {
	const query = sql`with page as (select ${id}::int as id) ${selectRows(list)}`;
	const { rows } = await db.execute(query);
	return rows[0] as Row | undefined;
}

/** All filtered reports, for an export. */
export function streamReports<Row extends ReportRow>(
	db: Db,
	list: ReportList,
	filters: ReportFilters,
): AsyncIterable<Row[]> {
	const direction = directionOf(filters);
	const operator = filters.sort === 'oldest' ? sql`>` : sql`<`;
	return inBatches(EXPORT_BATCH_SIZE, async (last) => {
		const afterLast = last ? sql`id ${operator} ${last.id}` : sql`true`;
		const { rows } = await db.execute(sql`
			with page as materialized (
				select id from ${list.table} where ${conditionsFor(list, filters)} and ${afterLast}
				order by id ${direction} limit ${EXPORT_BATCH_SIZE}
			)
			select * from (${selectRows(list)}) entry order by entry.id ${direction}`);
		return rows as unknown[] as Row[];
	});
}

/** The order of the ids, which increase with time. */
function directionOf({ sort }: ReportFilters): SQL {
	return sort === 'oldest' ? sql`asc` : sql`desc`;
}

function conditionsFor(
	{ table, matchesSearch }: ReportList,
	{ status, type, q }: ReportFilters,
): SQL {
	const conditions = [sql`true`];
	if (status !== undefined) conditions.push(sql`${table.status} = ${status}`);
	if (type !== undefined) conditions.push(sql`${table.type} = ${type}`);
	if (q !== undefined)
		conditions.push(sql`(${matchesSearch(q)} or ${table.id} = ${parseIdInput(q) ?? 0})`);
	return sql.join(conditions, sql` and `);
}

/**
 * SQL condition: the text is in the column `words`, in any letter case and with or without accents. Wildcards are
 * escaped last, because removing accents may turn a character into a wildcard.
 */
export const containsWords =
	({ words }: Extract<ReportTable, { words: unknown }>) =>
	(text: string): SQL =>
		sql`${words} like
		'%' || regexp_replace(lower(without_accents(${text})), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
