import { type SQL, sql } from 'drizzle-orm';
import { PAGING_LIMITS } from '#contract/paging.ts';
import type { Db } from '#server/db/client.ts';
import type { itemReports, userReports } from '#server/db/tables/reports.ts';

/** What an administrator asks of a list of reports. */
export interface ReportFilters {
	status?: string | undefined;
	type?: string | undefined;
	/** Words of the complaint or of the names, or the number of the report. */
	q?: string | undefined;
	sort: 'newest' | 'oldest';
}

interface Page {
	page: number;
	limit: number;
}

/** What both kinds of report have, as PostgreSQL writes it: moments are texts. */
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
	resolverId: number | null;
	resolverName: string | null;
	/** Pending reports about the same item or person. */
	pendingForTarget: number;
}

/** One kind of report: its table, and the whole rows of `page (id)`, to be put in an order. */
export interface ListedKind {
	table: typeof itemReports | typeof userReports;
	rows: SQL;
}

/** What `rows` of both kinds select of a `report`, its `reporter` and its `resolver`. */
export const REPORT_COLUMNS = sql`
	report.id, report.type, report.complaint, report.status, report.action,
	report.admin_notes as "adminNotes", report.created_at as "createdAt", report.resolved_at as "resolvedAt",
	reporter.id as "reporterId", reporter.user_name as "reporterName",
	resolver.id as "resolverId", resolver.username as "resolverName"`;

/** Export reads this many at a time. */
const CHUNK = 1000;

/**
 * One page, and how many there are, counted to one more than `PAGING_LIMITS.counted`. The filters are worked out once for
 * both; beyond what is counted there are no pages.
 */
export async function findReports<Row extends ReportRow>(
	db: Db,
	kind: ListedKind,
	filters: ReportFilters,
	{ page, limit }: Page,
): Promise<{ found: number; reports: Row[] }> {
	const offset = Math.min((page - 1) * limit, PAGING_LIMITS.counted);
	const shown = Math.min(limit, PAGING_LIMITS.counted - offset);
	const order = orderOf(filters);
	const { rows } = await db.execute<{ found: number; reports: Row[] }>(sql`
		with found as materialized (
			select id from ${kind.table} where ${matching(kind, filters)}
			order by id ${order} limit ${PAGING_LIMITS.counted + 1}
		), page as materialized (
			select id from found order by id ${order} limit ${shown} offset ${offset}
		)
		select
			(select count(*) from found)::int as found,
			coalesce((select json_agg(entry order by entry.id ${order}) from (${kind.rows}) entry), '[]') as reports`);
	return rows[0] ?? { found: 0, reports: [] };
}

export async function findReport<Row extends ReportRow>(
	db: Db,
	{ rows: wholeRows }: ListedKind,
	id: number,
): Promise<Row | undefined> {
	const query = sql`with page as (select ${id}::int as id) ${wholeRows}`;
	const { rows } = await db.execute(query);
	return rows[0] as Row | undefined;
}

/** All reports that the filters leave, in pieces: each continues behind the last of the one before. */
export async function* readReports<Row extends ReportRow>(
	db: Db,
	kind: ListedKind,
	filters: ReportFilters,
): AsyncIterable<Row[]> {
	const order = orderOf(filters);
	const behind = filters.sort === 'oldest' ? sql`>` : sql`<`;
	let isBehindLast = sql`true`;
	for (;;) {
		const { rows } = await db.execute(sql`
			with page as materialized (
				select id from ${kind.table} where ${matching(kind, filters)} and ${isBehindLast}
				order by id ${order} limit ${CHUNK}
			)
			select * from (${kind.rows}) entry order by entry.id ${order}`);
		const reports = rows as unknown[] as Row[];
		yield reports;
		const last = reports[CHUNK - 1];
		if (!last) return;
		isBehindLast = sql`id ${behind} ${last.id}`;
	}
}

/** Reports are numbered as they come. */
function orderOf({ sort }: ReportFilters): SQL {
	return sort === 'oldest' ? sql`asc` : sql`desc`;
}

function matching({ table }: ListedKind, { status, type, q }: ReportFilters): SQL {
	const conditions = [sql`true`];
	if (status !== undefined) conditions.push(sql`${table.status} = ${status}`);
	if (type !== undefined) conditions.push(sql`${table.type} = ${type}`);
	if (q !== undefined)
		conditions.push(sql`(${hasWords(table, q)} or ${table.id} = ${numberIn(q)})`);
	return sql.join(conditions, sql` and `);
}

/** Escaped only once it is written as the stored words are: without its accents a sign may become one that means something. */
function hasWords({ words }: ListedKind['table'], q: string): SQL {
	return sql`${words} like
		'%' || regexp_replace(lower(without_accents(${q})), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}

/** The number of a report; 0 is none's. */
function numberIn(q: string): number {
	return /^[1-9]\d{0,8}$/.test(q) ? Number(q) : 0;
}
