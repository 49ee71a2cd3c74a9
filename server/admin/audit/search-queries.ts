import { type SQL, sql } from 'drizzle-orm';
import { AUDIT_MESSAGES } from '#contract/admin/audit.ts';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import { findPage } from '#server/admin/kit/list-page.ts';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog, SEGMENT_SIZE } from '#server/db/schema/audit.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { items } from '#server/db/schema/items.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { isAdminNamed } from './named-target-queries.ts';
import { actionsLabelled } from './rules.ts';

/** Conditions that an entry must meet to be found, and the time zone of the dates among them. */
export interface AuditFilters {
	action?: string | undefined;
	adminId?: number | undefined;
	/** A date or a timestamp, in `timeZone` unless it has an offset; entries from then on. */
	startDate?: string | undefined;
	/** A date or a timestamp, in `timeZone` unless it has an offset; entries until then, inclusive. */
	endDate?: string | undefined;
	/**
	 * Text in the action (stored name or label), the target, the details, or the administrator's name or email
	 * address, in any letter case.
	 */
	q?: string | undefined;
	/**
	 * Targets of people whom `q` names: entries about them are found, too. The log itself stores no names
	 * (`findNamedTargets`).
	 */
	targets?: readonly string[] | undefined;
	/** Leaves the actions `VIEW_…` out. */
	views?: 'hidden' | undefined;
	/** The newest entry id to include. */
	upTo?: number | undefined;
	timeZone: string;
}

export interface AuditRow extends Record<string, unknown> {
	id: number;
	at: string;
	/** Null when no administrator was signed in. */
	adminId: number | null;
	adminUsername: string;
	action: string;
	target: string;
	targetName: string | null;
	severity: string;
	ipAddress: string;
	details: string;
}

/**
 * The log is searched segment by segment, newest first, until enough entries are found. So a search reads no more than a few
 * segments, even for a text that nearly every entry contains, or for an old date.
 */
const SEGMENT = sql`(${auditLog.id} / ${SEGMENT_SIZE})`;
/** The SQL functions `audit_pieces`, `audit_words` and `asked_pieces` are defined in migrations 0005 and 0063. */
const NGRAMS = sql`audit_pieces(${auditLog.action}, ${auditLog.target}, ${auditLog.details}, ${auditLog.adminId})`;
const SEARCH_TEXT = sql`audit_words(${auditLog.action}, ${auditLog.target}, ${auditLog.details})`;
/** Filters have milliseconds, the log microseconds: the end of a filter covers its whole millisecond. */
const ONE_MILLISECOND = sql`interval '1 millisecond'`;

/** One page, newest first, and the number of matches (`findPage`). */
export function findAuditPage(
	db: Db,
	filters: AuditFilters,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: AuditRow[] }> {
	return findPage(page, {
		async withCount({ offset, size }) {
			const { rows } = await db.execute<AuditRow & { found: number }>(sql`
				with found as materialized (${selectIds(filters, { size: PAGING_LIMITS.countLimit + 1 })})
				select counted.found, entry.* from (select count(*)::int as found from found) as counted
				left join (
					${selectEntries(sql`select id from found order by id desc limit ${size} offset ${offset}`)}
				) as entry on true
				order by entry.id desc`);
			return { found: rows[0]?.found ?? 0, entries: rows.filter(({ id }) => id !== null) };
		},
		withoutCount: (range) => listAuditEntries(db, filters, range),
	});
}

/** Up to a number of entries, newest first. */
export async function listAuditEntries(
	db: Db,
	filters: AuditFilters,
	range: { offset?: number; size: number },
): Promise<AuditRow[]> {
	const { rows } = await db.execute<AuditRow>(sql`
		${selectEntries(selectIds(filters, range))} order by ${auditLog.id} desc`);
	return rows;
}

/** Entry ids, newest first. */
function selectIds(
	filters: AuditFilters,
	{ offset = 0, size }: { offset?: number; size: number },
): SQL {
	const { targets = [] } = filters;
	if (targets.length === 0) return selectIdsBySegment(filters, { offset, size });
	const newest = { offset: 0, size: offset + size };
	return sql`
		select id from (
			(${selectIdsBySegment(filters, newest)})
			union (${selectIdsByTarget(filters, targets)} order by id desc limit ${newest.size})
		) as either order by id desc limit ${size} offset ${offset}`;
}

/**
 * All entries about these targets. Materialized, so that PostgreSQL uses the index of targets, and does not read the
 * log from its newest entry on.
 */
function selectIdsByTarget(filters: AuditFilters, targets: readonly string[]): SQL {
	const conditions = [
		sql`${auditLog.target} = any(${sql.param(targets)}::text[])`,
		...dateConditions(filters),
		...boundsOf(filters),
	];
	if (filters.action !== undefined) conditions.push(sql`${auditLog.action} = ${filters.action}`);
	return sql`with about_targets as materialized (${selectIdsWhere(conditions)}) select id from about_targets`;
}

/** Entry ids, newest first: the newest segment comes first, and in each segment its newest entry. */
function selectIdsBySegment(
	filters: AuditFilters,
	{ offset, size }: { offset: number; size: number },
): SQL {
	const newest =
		filters.upTo === undefined
			? sql`(select max(${auditLog.id}) from ${auditLog})`
			: sql`least(${filters.upTo}::bigint, (select max(${auditLog.id}) from ${auditLog}))`;
	return sql`
		select numbered.id from generate_series(${newest} / ${SEGMENT_SIZE}, 0, -1) as segment
		cross join lateral (${selectSegmentIds(filters)} order by id desc) as numbered
		where ${hasEntriesInDates(filters)} limit ${size} offset ${offset}`;
}

/** Skips a segment without entries of these dates at the cost of one index lookup. */
function hasEntriesInDates(filters: AuditFilters): SQL {
	const conditions = dateConditions(filters);
	if (conditions.length === 0) return sql`true`;
	return sql`exists (
		select from ${auditLog} where ${sql.join([sql`${SEGMENT} = segment`, ...conditions], sql` and `)}
	)`;
}

function dateConditions({ startDate, endDate, timeZone }: AuditFilters): SQL[] {
	const conditions: SQL[] = [];
	if (startDate !== undefined) {
		conditions.push(sql`${auditLog.at} >= ${timestampOf(startDate, timeZone)}`);
	}
	if (endDate !== undefined) {
		const end = isDateOnly(endDate)
			? sql`(${endDate}::date + 1)::timestamp at time zone ${timeZone}`
			: sql`${timestampOf(endDate, timeZone)} + ${ONE_MILLISECOND}`;
		conditions.push(sql`${auditLog.at} < ${end}`);
	}
	return conditions;
}

/** A timestamp, or the first moment of a date; in the college's time zone unless it has an offset. */
function timestampOf(date: string, timeZone: string): SQL {
	const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(date);
	return hasOffset ? sql`${date}::timestamptz` : sql`(${date}::timestamp at time zone ${timeZone})`;
}

function isDateOnly(date: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(date);
}

/** The ids of one segment. Each variant repeats the expression of the one index that answers it. */
function selectSegmentIds(filters: AuditFilters): SQL {
	const { action, q } = filters;
	const conditions = dateConditions(filters);
	const bounds = [...conditions, ...boundsOf(filters)];
	if (q !== undefined) return selectIdsByText(q, action, bounds);
	if (action === undefined && conditions.length > 0)
		return selectIdsWhere([sql`${SEGMENT} = segment`, ...bounds]);
	const firstId = sql`segment * ${SEGMENT_SIZE}`;
	const range = sql`${auditLog.id} between ${firstId} and ${firstId} + (${SEGMENT_SIZE} - 1)`;
	const actions = action === undefined ? [] : [sql`${auditLog.action} = ${action}`];
	return selectIdsWhere([range, ...actions, ...bounds]);
}

/** Conditions that no index is chosen for. */
function boundsOf({ adminId, upTo, views }: AuditFilters): SQL[] {
	const bounds: SQL[] = [];
	if (adminId !== undefined) bounds.push(sql`${auditLog.adminId} = ${adminId}`);
	if (upTo !== undefined) bounds.push(sql`${auditLog.id} <= ${upTo}`);
	if (views === 'hidden') bounds.push(sql`not starts_with(${auditLog.action}, 'VIEW_')`);
	return bounds;
}

/**
 * Ids of the entries with the text in one of these: their action, its label, their target, their
 * details, the name or email address of their administrator. A union of two queries: with "or",
 * PostgreSQL would compute the n-grams of every entry again.
 */
function selectIdsByText(q: string, action: string | undefined, bounds: readonly SQL[]): SQL {
	const searched = sql`lower(${q}::text)`;
	// With "is true", PostgreSQL uses only the index of n-grams. Computing the n-grams of one entry
	// takes longer than finding a hundred entries in this index.
	const unindexedBounds = bounds.map((bound) => sql`(${bound}) is true`);
	const segmentConditions = [sql`${SEGMENT}::integer = segment::integer`, ...unindexedBounds];
	if (action !== undefined)
		segmentConditions.push(sql`${NGRAMS} @> array['action:' || ${action}::text]`);
	const textConditions = [
		sql`${NGRAMS} @> asked_pieces(${searched})`,
		sql`position(${searched} in ${SEARCH_TEXT}) > 0`,
	];
	const labelTerms = actionsLabelled(q).map(
		(each) => sql`union all select ${`action:${each}`}::text`,
	);
	const nameOrLabelCondition = sql`${NGRAMS} && array(
		select 'admin:' || ${admins.id} from ${admins} where ${isAdminNamed(q)}
		union all select 'admin:' where position(${searched} in lower(${AUDIT_MESSAGES.noAdministrator})) > 0
		${sql.join(labelTerms, sql` `)}
	)`;
	return sql`${selectIdsWhere([...segmentConditions, ...textConditions])} union ${selectIdsWhere([...segmentConditions, nameOrLabelCondition])}`;
}

function selectIdsWhere(conditions: readonly SQL[]): SQL {
	return sql`select ${auditLog.id} from ${auditLog} where ${sql.join([...conditions], sql` and `)}`;
}

/** The entries of these ids with current names: the log itself stores no names. */
function selectEntries(ids: SQL): SQL {
	return sql`
		select ${auditLog.id}::float8 as id, ${auditLog.at} as at, ${auditLog.adminId} as "adminId",
			coalesce(${admins.username}, ${AUDIT_MESSAGES.noAdministrator}) as "adminUsername",
			${auditLog.action}, ${auditLog.target}, ${auditLog.severity},
			${auditLog.ipAddress} as "ipAddress", ${auditLog.details},
			coalesce(
				${users.userName}, ${items.title}, ${wantedPosts.title}, named.username, ${announcements.title},
				'about ' || coalesce(reported_item.title, reported_post.title, reported.user_name,
					'the review of ' || reviewed.user_name)
					|| coalesce(' by ' || reporter.user_name, ''),
				'of ' || about_in_review.user_name,
				'from ' || ${feedback.name}
			) as "targetName"
		from (${ids}) as listed join ${auditLog} on ${auditLog.id} = listed.id
		left join ${admins} on ${admins.id} = ${auditLog.adminId}
		left join ${users} on ${users.id} = ${targetIdOf('user')} and ${users.deletedAt} is null
		left join ${items} on ${items.id} = ${targetIdOf('item')}
		left join ${wantedPosts} on ${wantedPosts.id} = ${targetIdOf('wanted')}
		left join ${admins} as named on named.id = ${targetIdOf('admin')}
		left join ${announcements} on ${announcements.id} = ${targetIdOf('notification')}
		left join ${feedback} on ${feedback.id} = ${targetIdOf('feedback')}
		left join ${itemReports} on ${itemReports.id} = ${targetIdOf('report')}
		left join ${items} as reported_item on reported_item.id = ${itemReports.itemId}
		left join ${userReports} on ${userReports.id} = ${targetIdOf('user report')}
		left join ${users} as reported on reported.id = ${userReports.reportedId}
			and reported.deleted_at is null
		left join ${wantedReports} on ${wantedReports.id} = ${targetIdOf('wanted report')}
		left join ${wantedPosts} as reported_post on reported_post.id = ${wantedReports.wantedId}
		left join ${reviewReports} on ${reviewReports.id} = ${targetIdOf('review report')}
		left join ${dealReviews} as reported_review on reported_review.id = ${reviewReports.reviewId}
		left join ${users} as reviewed on reviewed.id = reported_review.about_id
			and reviewed.deleted_at is null
		left join ${dealReviews} on ${dealReviews.id} = ${targetIdOf('review')}
		left join ${users} as about_in_review on about_in_review.id = ${dealReviews.aboutId}
			and about_in_review.deleted_at is null
		left join ${users} as reporter on reporter.deleted_at is null
			and reporter.id = coalesce(
				${itemReports.reporterId}, ${userReports.reporterId}, ${wantedReports.reporterId},
				${reviewReports.reporterId})`;
}

/** The id in `user 12`. */
function targetIdOf(
	kind:
		| ('user' | 'item' | 'wanted' | 'admin' | 'notification' | 'feedback')
		| ('report' | 'user report' | 'wanted report' | 'review report' | 'review'),
): SQL {
	return sql`case when ${auditLog.target} ~ ${`^${kind} [1-9][0-9]{0,8}$`}
		then substr(${auditLog.target}, ${kind.length + 2})::int end`;
}
