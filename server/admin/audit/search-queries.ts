import { type SQL, sql } from 'drizzle-orm';
import { AUDIT_MESSAGES } from '#contract/admin/audit.ts';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import { findPage } from '#server/admin/kit/list-page.ts';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog, SEGMENT_SIZE } from '#server/db/schema/audit.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { items } from '#server/db/schema/items.ts';
import { announcements } from '#server/db/schema/notices.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { actionsReadAs } from './rules.ts';

export interface AuditFilters {
	action?: string | undefined;
	/** A day or a moment, of `timeZone` unless it has an offset; entries from then on. */
	startDate?: string | undefined;
	/** A day or a moment, of `timeZone` unless it has an offset; entries until then, it included. */
	endDate?: string | undefined;
	/** Words in the action, stored or read, the target, the details or the administrator's name, in small letters or capitals. */
	q?: string | undefined;
	/** Leaves the actions `VIEW_…` out. */
	views?: 'hidden' | undefined;
	/** The newest number of interest. */
	upTo?: number | undefined;
	timeZone: string;
}

export interface AuditRow extends Record<string, unknown> {
	id: number;
	at: string;
	adminUsername: string;
	action: string;
	target: string;
	targetName: string | null;
	severity: string;
	ipAddress: string;
	details: string;
}

/**
 * The log is looked through chapter by chapter, newest first, until enough is found: so neither words that nearly every
 * entry has nor a day of long ago cost more than a few chapters.
 */
const CHAPTER_OF = sql`(${auditLog.id} / ${SEGMENT_SIZE})`;
const PIECES = sql`audit_pieces(${auditLog.action}, ${auditLog.target}, ${auditLog.details}, ${auditLog.adminId})`;
const WORDS = sql`audit_words(${auditLog.action}, ${auditLog.target}, ${auditLog.details})`;
/** Bounds of days and moments are shown to the millisecond and stored to the microsecond. */
const MOMENT = sql`interval '1 millisecond'`;

/** One page, newest first, and how many there are, as far as a page tells that. */
export function findAuditPage(
	db: Db,
	filters: AuditFilters,
	page: { page: number; limit: number },
): Promise<{ found: number; entries: AuditRow[] }> {
	return findPage(page, {
		async counted({ offset, size }) {
			const { rows } = await db.execute<AuditRow & { found: number }>(sql`
				with found as materialized (${numbersOf(filters, { size: PAGING_LIMITS.countLimit + 1 })})
				select counted.found, entry.* from (select count(*)::int as found from found) as counted
				left join (
					${entriesOf(sql`select id from found order by id desc limit ${size} offset ${offset}`)}
				) as entry on true
				order by entry.id desc`);
			return { found: rows[0]?.found ?? 0, entries: rows.filter(({ id }) => id !== null) };
		},
		listed: (place) => listAuditEntries(db, filters, place),
	});
}

/** So many entries, newest first. */
export async function listAuditEntries(
	db: Db,
	filters: AuditFilters,
	place: { offset?: number; size: number },
): Promise<AuditRow[]> {
	const { rows } = await db.execute<AuditRow>(sql`
		${entriesOf(numbersOf(filters, place))} order by ${auditLog.id} desc`);
	return rows;
}

/**
 * The numbers of entries, newest first: chapters are gone through in the order of the series, each one's entries in theirs.
 */
function numbersOf(
	filters: AuditFilters,
	{ offset = 0, size }: { offset?: number; size: number },
): SQL {
	const newest =
		filters.upTo === undefined
			? sql`(select max(${auditLog.id}) from ${auditLog})`
			: sql`least(${filters.upTo}::bigint, (select max(${auditLog.id}) from ${auditLog}))`;
	return sql`
		select numbered.id from generate_series(${newest} / ${SEGMENT_SIZE}, 0, -1) as chapter
		cross join lateral (${ofChapter(filters)} order by id desc) as numbered
		where ${hasDates(filters)} limit ${size} offset ${offset}`;
}

/** Chapters that have nothing of these days are passed over at the cost of one look into the index. */
function hasDates(filters: AuditFilters): SQL {
	const dates = ofDates(filters);
	if (dates.length === 0) return sql`true`;
	return sql`exists (
		select from ${auditLog} where ${sql.join([sql`${CHAPTER_OF} = chapter`, ...dates], sql` and `)}
	)`;
}

function ofDates({ startDate, endDate, timeZone }: AuditFilters): SQL[] {
	const dates: SQL[] = [];
	if (startDate !== undefined) {
		dates.push(sql`${auditLog.at} >= ${momentOf(startDate, timeZone)}`);
	}
	if (endDate !== undefined) {
		const end = isDay(endDate)
			? sql`(${endDate}::date + 1)::timestamp at time zone ${timeZone}`
			: sql`${momentOf(endDate, timeZone)} + ${MOMENT}`;
		dates.push(sql`${auditLog.at} < ${end}`);
	}
	return dates;
}

/** A moment, or a day's first one; by the college's clocks where it tells no offset. */
function momentOf(date: string, timeZone: string): SQL {
	const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(date);
	return hasOffset ? sql`${date}::timestamptz` : sql`(${date}::timestamp at time zone ${timeZone})`;
}

function isDay(date: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(date);
}

/** The numbers of one chapter; each way asks in the words of the one index that answers it. */
function ofChapter(filters: AuditFilters): SQL {
	const { action, q, upTo, views } = filters;
	const dates = ofDates(filters);
	const bounds = [...dates];
	if (upTo !== undefined) bounds.push(sql`${auditLog.id} <= ${upTo}`);
	if (views === 'hidden') bounds.push(sql`not starts_with(${auditLog.action}, 'VIEW_')`);
	if (q !== undefined) return withWords(q, action, bounds);
	if (action === undefined && dates.length > 0)
		return numbersWhere([sql`${CHAPTER_OF} = chapter`, ...bounds]);
	const first = sql`chapter * ${SEGMENT_SIZE}`;
	const place = sql`${auditLog.id} between ${first} and ${first} + (${SEGMENT_SIZE} - 1)`;
	const actions = action === undefined ? [] : [sql`${auditLog.action} = ${action}`];
	return numbersWhere([place, ...actions, ...bounds]);
}

/**
 * Entries with these words in them, and those of administrators with these words in their names or of actions that are read
 * so. As one condition, "or" would have the pieces of every entry computed again.
 */
function withWords(q: string, action: string | undefined, bounds: readonly SQL[]): SQL {
	const words = sql`lower(${q}::text)`;
	// In the words of no index but that of pieces: computing those of one entry takes longer than finding a hundred there.
	const hidden = bounds.map((bound) => sql`(${bound}) is true`);
	const within = [sql`${CHAPTER_OF}::integer = chapter::integer`, ...hidden];
	if (action !== undefined) within.push(sql`${PIECES} @> array['action:' || ${action}::text]`);
	const inText = [
		sql`${PIECES} @> asked_pieces(${words})`,
		sql`position(${words} in ${WORDS}) > 0`,
	];
	const read = actionsReadAs(q).map((each) => sql`union all select ${`action:${each}`}::text`);
	const byName = sql`${PIECES} && array(
		select 'admin:' || ${admins.id} from ${admins} where position(${words} in lower(${admins.username})) > 0
		union all select 'admin:' where position(${words} in lower(${AUDIT_MESSAGES.noAdministrator})) > 0
		${sql.join(read, sql` `)}
	)`;
	return sql`${numbersWhere([...within, ...inText])} union ${numbersWhere([...within, byName])}`;
}

function numbersWhere(conditions: readonly SQL[]): SQL {
	return sql`select ${auditLog.id} from ${auditLog} where ${sql.join([...conditions], sql` and `)}`;
}

/** The entries of these numbers with the names that go with them now: the log itself names nobody. */
function entriesOf(numbers: SQL): SQL {
	return sql`
		select ${auditLog.id}::float8 as id, ${auditLog.at} as at,
			coalesce(${admins.username}, ${AUDIT_MESSAGES.noAdministrator}) as "adminUsername",
			${auditLog.action}, ${auditLog.target}, ${auditLog.severity},
			${auditLog.ipAddress} as "ipAddress", ${auditLog.details},
			coalesce(
				${users.userName}, ${items.title}, named.username, ${announcements.title},
				'about ' || coalesce(reported_item.title, reported.user_name)
					|| coalesce(' by ' || reporter.user_name, ''),
				'from ' || ${feedback.name}
			) as "targetName"
		from (${numbers}) as wanted join ${auditLog} on ${auditLog.id} = wanted.id
		left join ${admins} on ${admins.id} = ${auditLog.adminId}
		left join ${users} on ${users.id} = ${targetOf('user')} and ${users.deletedAt} is null
		left join ${items} on ${items.id} = ${targetOf('item')}
		left join ${admins} as named on named.id = ${targetOf('admin')}
		left join ${announcements} on ${announcements.id} = ${targetOf('notification')}
		left join ${feedback} on ${feedback.id} = ${targetOf('feedback')}
		left join ${itemReports} on ${itemReports.id} = ${targetOf('report')}
		left join ${items} as reported_item on reported_item.id = ${itemReports.itemId}
		left join ${userReports} on ${userReports.id} = ${targetOf('user report')}
		left join ${users} as reported on reported.id = ${userReports.reportedId}
			and reported.deleted_at is null
		left join ${users} as reporter on reporter.deleted_at is null
			and reporter.id = coalesce(${itemReports.reporterId}, ${userReports.reporterId})`;
}

/** The number in `user 12`. */
function targetOf(
	kind: 'user' | 'item' | 'admin' | 'notification' | 'feedback' | 'report' | 'user report',
): SQL {
	return sql`case when ${auditLog.target} ~ ${`^${kind} [1-9][0-9]{0,8}$`}
		then substr(${auditLog.target}, ${kind.length + 2})::int end`;
}
