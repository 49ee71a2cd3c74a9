import * as z from 'zod/mini';
import { type AdminHistory, HISTORY_MAX_ENTRIES } from '#contract/admin/history.ts';
import type { PersonRecord } from '#contract/admin/reports.ts';
import { phoneNumber } from '#contract/auth/person-fields.ts';
import type { AuditAction } from '#contract/core/audit-actions.ts';
import { id } from '#contract/core/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { eq, or, type SQL, sql } from '#server/db/drizzle.ts';
import { containsPattern } from '#server/db/expressions.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { items } from '#server/db/schema/items.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import type { ReportKind } from '#server/features/reports/queries.ts';
import { normalizePhone } from '#server/lib/person-fields.ts';

interface FoundUser {
	id: number;
	userName: string;
	email: string | null;
	bannedAt: Date | null;
}

/** The name in lower case, by which users are sorted and searched. */
export const NAME_KEY = sql`lower(${users.userName})`;

/**
 * Users whose name or email address contains the text, newest first. Users whose id or phone number is the text come
 * before them.
 */
export function findUsers(db: Db, search: string, limit: number): Promise<FoundUser[]> {
	// No user has the id 0.
	const exactMatch = matchesIdOrPhone(search) ?? sql`${users.id} = 0`;
	return db
		.select({
			id: users.id,
			userName: users.userName,
			email: users.email,
			bannedAt: users.bannedAt,
		})
		.from(users)
		.where(
			sql`${users.id} in (
				(select ${users.id} from ${users} where ${exactMatch} and ${users.deletedAt} is null)
				union all
				(select ${users.id} from ${users} where ${matchesUser(search)} and ${users.deletedAt} is null order by ${users.id} desc limit ${limit}))`,
		)
		.orderBy(sql`(${exactMatch}) is true desc, ${users.id} desc`)
		.limit(limit);
}

/**
 * SQL condition: the text is in the name or the address, or is the id or phone number. It repeats the expressions of
 * the indexes word for word.
 */
export function matchesUser(search: string): SQL {
	const textConditions = withEachApostrophe(search).flatMap((spelling) => {
		const pattern = containsPattern(spelling);
		return [sql`normalize(${NAME_KEY}) like ${pattern}`, sql`${users.email} like ${pattern}`];
	});
	return sql`(${or(...textConditions, matchesIdOrPhone(search))})`;
}

/** The text with straight and with typographic apostrophes, because names are indexed as they were typed. */
function withEachApostrophe(text: string): string[] {
	return [...new Set(["'", '’'].map((apostrophe) => text.replace(/['‘’ʼ]/g, apostrophe)))];
}

/** Exact id or phone number only, so that an index finds them. Undefined when the text can be neither. */
function matchesIdOrPhone(search: string): SQL | undefined {
	const [number, phone] = [parseIdInput(search), parsePhoneInput(search)];
	return or(
		number === undefined ? undefined : eq(users.id, number),
		phone === undefined ? undefined : eq(users.phone, phone),
	);
}

/** The id of a user, an item or a report, when the search text is only a number. */
export function parseIdInput(input: string): number | undefined {
	return z.safeParse(id, input).data;
}

/** A phone number in E.164, when the search text is only a phone number. */
function parsePhoneInput(input: string): string | undefined {
	const typed = z.safeParse(phoneNumber, input).data;
	return typed === undefined ? undefined : normalizePhone(typed);
}

type Entry = AdminHistory[number];
type EntryRow = Omit<Entry, 'id' | 'at' | 'report'> & {
	/** A bigint, which PostgreSQL's driver returns as text. */
	id: string;
	/** Milliseconds since 1970. */
	at: number;
	/**
	 * The report that an audit entry names; empty for none. Null in the row of a report itself, and in an old audit entry,
	 * whose details name the report.
	 */
	report: string | null;
};

/**
 * Reports about a user, their items, wanted posts or reviews; reports by the user; and what administrators did to the
 * user. Newest first. Every administrator sees this, although only super administrators read the audit log itself.
 */
export function listUserHistory(db: Db, userId: number): Promise<AdminHistory> {
	const ofOwnItems = sql`in (select ${items.id} from ${items} where ${items.sellerId} = ${userId})`;
	const ofOwnWanted = sql`in (
		select ${wantedPosts.id} from ${wantedPosts} where ${wantedPosts.userId} = ${userId})`;
	const ofOwnReviews = sql`in (
		select ${dealReviews.id} from ${dealReviews} where ${dealReviews.writerId} = ${userId})`;
	return listHistory(db, [
		reportEntries('report-against', sql`${reports.reportedId} = ${userId}`),
		reportEntries('report-against', sql`${reports.itemId} ${ofOwnItems}`),
		reportEntries('report-against', sql`${reports.wantedId} ${ofOwnWanted}`),
		reportEntries('report-against', sql`${reports.reviewId} ${ofOwnReviews}`),
		reportEntries('report-by', sql`${reports.reporterId} = ${userId}`),
		auditEntriesAbout(`user ${userId}`),
	]);
}

/** Reports about an item, and what administrators did to it. Newest first. */
export function listItemHistory(db: Db, itemId: number): Promise<AdminHistory> {
	return listHistory(db, [
		reportEntries('report-against', sql`${reports.itemId} = ${itemId}`),
		auditEntriesAbout(`item ${itemId}`),
	]);
}

/** Reports about a wanted post, and what administrators did to it. Newest first. */
export function listWantedHistory(db: Db, wantedId: number): Promise<AdminHistory> {
	return listHistory(db, [
		reportEntries('report-against', sql`${reports.wantedId} = ${wantedId}`),
		auditEntriesAbout(`wanted ${wantedId}`),
	]);
}

/** What administrators did with a report, which is named as in the audit log: `user report 3`. Newest first. */
export function listReportHistory(db: Db, report: string): Promise<AdminHistory> {
	return listHistory(db, [auditEntriesAbout(report)]);
}

type PersonRecordRow = Omit<PersonRecord, 'joinedAt'> & { joinedAt: string };

/** What administrators know of people beside a report: since when they are here, warnings, bans and reports. */
export async function listPersonRecords(
	db: Db,
	ids: readonly number[],
): Promise<PersonRecordRow[]> {
	const actsOn = (action: AuditAction) => sql`(
		select count(*)::int from ${auditLog}
		where ${auditLog.target} = 'user ' || person.id and ${auditLog.action} = ${action})`;
	const counted = (...statuses: SQL[]) => sql`(
		select json_build_object('all', count(*), 'upheld', count(*) filter (where status = 'resolved'))
		from (${sql.join(statuses, sql` union all `)}) as report)`;
	const { rows } = await db.execute<PersonRecordRow & Record<string, unknown>>(sql`
		select person.id, person.created_at as "joinedAt", ${actsOn('USER_WARNED')} as warnings, ${actsOn('USER_BANNED')} as bans,
			${counted(
				sql`select status from ${reports} where reported_id = person.id`,
				sql`select status from ${reports} join ${items} item on item.id = item_id where item.seller_id = person.id`,
				sql`select status from ${reports} join ${wantedPosts} post on post.id = wanted_id where post.user_id = person.id`,
				sql`select status from ${reports} join ${dealReviews} review on review.id = review_id where review.writer_id = person.id`,
			)} as against,
			${counted(sql`select status from ${reports} where reporter_id = person.id`)} as sent
		from ${users} person where person.id in ${ids}`);
	return rows;
}

/** Each source reads no more rows than the whole history shows. */
async function listHistory(db: Db, sources: readonly SQL[]): Promise<AdminHistory> {
	const all = sql.join([...sources], sql` union all `);
	const { rows } = await db.execute<EntryRow>(sql`
		select id, kind, (extract(epoch from at) * 1000)::float8 as at, text, what, status, coalesce(by, '') as by, about, report
		from (${all}) as entries
		order by entries.at desc, kind, id desc limit ${HISTORY_MAX_ENTRIES}`);
	return rows.map(presentEntry);
}

function presentEntry({ id, at, report, ...entry }: EntryRow): Entry {
	const { kind, what: action, text: details } = entry;
	const decided = kind === 'audit' ? decidedReportOf({ action, details, report }) : undefined;
	return {
		...entry,
		id: Number(id),
		at: new Date(at).toISOString(),
		...(decided && { report: decided }),
	};
}

function reportEntries(kind: Entry['kind'], condition: SQL): SQL {
	return sql`(
		select ${reports.id}::bigint as id, ${kind}::text as kind, ${reports.createdAt} as at, ${reports.complaint} as text,
			${reports.type} as what, ${reports.status} as status, ${users.userName} as by, ${reports.kind} as about, null as report
		from ${reports} join ${users} on ${users.id} = ${reports.reporterId}
		where ${condition} order by ${reports.createdAt} desc, ${reports.id} desc limit ${HISTORY_MAX_ENTRIES})`;
}

/** Without entries about views, of which there would be more than the history shows. */
function auditEntriesAbout(target: string): SQL {
	return sql`(
		select ${auditLog.id}, 'audit' as kind, ${auditLog.at}, ${auditLog.details} as text, ${auditLog.action} as what,
			null as status, ${admins.username} as by, null as about, ${auditLog.report}
		from ${auditLog} left join ${admins} on ${admins.id} = ${auditLog.adminId}
		where ${auditLog.target} = ${target} and not starts_with(${auditLog.action}, 'VIEW_') order by ${auditLog.id} desc limit ${HISTORY_MAX_ENTRIES})`;
}

type DecidedReport = NonNullable<AdminHistory[number]['report']>;

/** The columns of an audit entry that name the report behind an action. */
interface AuditedAction {
	action: string;
	details: string;
	/** As `audit_log.report`: null in an entry that is older than this column. */
	report: string | null;
}

const REPORT_SUBJECTS: Readonly<Record<string, DecidedReport['about']>> = {
	report: 'item',
	'user report': 'user',
	'wanted report': 'wanted',
	'review report': 'review',
} satisfies Record<ReportKind['name'], DecidedReport['about']>;

/** The report whose decision led to an action, and the administrator's notes on it; undefined for an action without a report. */
function decidedReportOf(entry: AuditedAction): DecidedReport | undefined {
	const report = entry.report ?? reportInOldDetails(entry);
	const [, name = '', id] = /^(.+) (\d+)$/.exec(report) ?? [];
	const about = REPORT_SUBJECTS[name];
	if (about === undefined) return undefined;
	// The details repeat the report, so that a search of the log finds it.
	const notes = entry.details.slice(`${report}: `.length);
	return { about, id: Number(id), notes };
}

/** The actions that the decision of a report can lead to. */
const REPORT_ACTIONS: readonly string[] = [
	'USER_BANNED',
	'USER_WARNED',
	'ITEM_BANNED',
	'WANTED_REMOVED',
	'REVIEW_HIDDEN',
] satisfies AuditAction[];

/** The report named in the details of an entry without `report`: 'user report 3' in 'user report 3: the notes'. */
function reportInOldDetails({ action, details }: AuditedAction): string {
	if (!REPORT_ACTIONS.includes(action)) return '';
	return /^(?:(?:user|wanted|review) )?report \d+(?=$|: )/.exec(details)?.[0] ?? '';
}
