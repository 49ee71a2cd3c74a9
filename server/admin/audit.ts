import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
	AUDIT_MESSAGES,
	type AuditLogEntry,
	exportAuditLogs,
	listAuditLogs,
} from '#contract/admin/audit.ts';
import { BULK_LIMITS } from '#contract/admin/bulk.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { AUDIT_SEVERITY, type AuditAction } from '#contract/core/audit-actions.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { id } from '#contract/core/schemas.ts';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import {
	and,
	eq,
	inArray,
	isNull,
	lte,
	or,
	type PgColumn,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog, auditWords } from '#server/db/schema/audit.ts';
import { dealReviews } from '#server/db/schema/deal-sales.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { items } from '#server/db/schema/items.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminDeps } from './kit/deps.ts';
import {
	type Column,
	findPage,
	generateCsv,
	ifSet,
	type Listing,
	logView,
	streamRows,
} from './kit/list.ts';
import { findUsers } from './kit/queries.ts';

/** Routes of the audit log, for super administrators. Viewing or exporting the log is logged as well. */
export function auditRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	const { timeZone } = config.site;
	const listing = auditListing(timeZone);
	const target = 'audit logs';

	route(app, listAuditLogs, async ({ query, request }) => {
		const { rows, pagination } = await findPage(db, listing, query);
		await logView(db, request, { action: 'VIEW_AUDIT_LOGS', target }, query);
		return { auditLogs: rows.map(presentEntry), pagination };
	});

	route(app, exportAuditLogs, async ({ query, request }) => {
		await logView(db, request, { action: 'AUDIT_LOGS_EXPORTED', target }, query);
		return generateCsv(AUDIT_COLUMNS, streamRows(backgroundDb, listing, query), timeZone);
	});
}

/** An entry of the audit log, as the API returns it. */
function presentEntry({ at, ...row }: AuditRow): AuditLogEntry {
	return {
		...row,
		severity: row.severity as AuditLogEntry['severity'],
		timestamp: new Date(at).toISOString(),
	};
}

/** The columns of the CSV export. */
const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
	{ title: 'Number', value: ({ id }) => id },
	{ title: 'Time', value: ({ at }) => new Date(at) },
	{ title: 'Administrator', value: ({ adminUsername }) => adminUsername },
	{ title: 'Action', value: ({ action }) => action },
	{ title: 'Target', value: ({ target }) => target },
	{ title: 'Target name', value: ({ targetName }) => targetName },
	{ title: 'Severity', value: ({ severity }) => severity },
	{ title: 'IP address', value: ({ ipAddress }) => ipAddress },
	{ title: 'Details', value: ({ details }) => details },
];

type AuditFilters = Omit<z.output<(typeof listAuditLogs)['query']>, 'page' | 'limit'>;

interface AuditRow extends Record<string, unknown> {
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

/** Filters have milliseconds, the log microseconds: the end of a filter covers its whole millisecond. */
const ONE_MILLISECOND = sql`interval '1 millisecond'`;

/**
 * The entries of the log, newest first.
 * @param timeZone of the dates and timestamps in the filters that have no offset
 */
const auditListing = (timeZone: string): Listing<AuditFilters, AuditRow> => ({
	table: auditLog,
	where: async ({ action, adminId, startDate, endDate, q, views, upTo }, db) =>
		and(
			ifSet(action, (name) => eq(auditLog.action, name)),
			ifSet(adminId, (id) => eq(auditLog.adminId, id)),
			ifSet(startDate, (date) => sql`${auditLog.at} >= ${timestampOf(date, timeZone)}`),
			ifSet(endDate, (date) => sql`${auditLog.at} < ${endOf(date, timeZone)}`),
			ifSet(views, () => sql`not starts_with(${auditLog.action}, 'VIEW_')`),
			ifSet(upTo, (id) => lte(auditLog.id, id)),
			await ifSet(q, (text) => matchesText(db, text)),
		),
	orders: { newest: sql`${auditLog.id} desc` },
	read: readEntries,
});

/**
 * Text in the action (stored name or label), the target, the details, or the administrator's name or email address, in
 * any letter case. The log stores no names: entries about people whom the text names are found by their targets.
 */
async function matchesText(db: Db, text: string): Promise<SQL | undefined> {
	const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
	const named = await db.select({ id: admins.id }).from(admins).where(isAdminNamed(text));
	const targets = await findNamedTargets(db, text);
	const isNobody = AUDIT_MESSAGES.noAdministrator.toLowerCase().includes(text.toLowerCase());
	return or(
		sql`${auditWords(auditLog)} like lower(${pattern})`,
		inArray(auditLog.action, actionsLabelled(text)),
		inArray(
			auditLog.adminId,
			named.map(({ id }) => id),
		),
		isNobody ? isNull(auditLog.adminId) : undefined,
		sql`${auditLog.target} = any(${sql.param(targets)}::text[])`,
	);
}

/** ITEM_BANNED for `item banned`. */
function actionsLabelled(text: string): AuditAction[] {
	const searched = text.toLowerCase();
	return (Object.keys(AUDIT_SEVERITY) as AuditAction[]).filter((action) =>
		[actionLabel(action), action.replaceAll('_', ' ')].some((label) =>
			label.toLowerCase().includes(searched),
		),
	);
}

/** The first moment after a timestamp or a whole day. */
function endOf(date: string, timeZone: string): SQL {
	return isDateOnly(date)
		? sql`(${date}::date + 1)::timestamp at time zone ${timeZone}`
		: sql`${timestampOf(date, timeZone)} + ${ONE_MILLISECOND}`;
}

/** A timestamp, or the first moment of a date; in the college's time zone unless it has an offset. */
function timestampOf(date: string, timeZone: string): SQL {
	const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(date);
	return hasOffset ? sql`${date}::timestamptz` : sql`(${date}::timestamp at time zone ${timeZone})`;
}

function isDateOnly(date: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(date);
}

/**
 * How many of the newest users, of the newest reports by them and of those about them are searched for. A text that occurs
 * in more names hardly identifies a person.
 */
const NAMED_MAX = 500;

/** A report as the log names it: `report 3` about an item, `user report 3` about a user. */
const REPORT_TARGET = sql`case ${reports.kind} when 'item' then '' else ${reports.kind} || ' ' end || 'report ' || ${reports.id}`;

/**
 * Finds the users and administrators whom a text names. Returns the targets of audit entries about
 * them: these users and administrators, and the reports about and by these users. The log itself
 * stores no names.
 */
async function findNamedTargets(db: Db, text: string): Promise<string[]> {
	const users = await findUsers(db, text, NAMED_MAX);
	const ids = users.map(({ id }) => id);
	const reportTargets = (person: PgColumn) => sql`(
		select ${REPORT_TARGET} from ${reports} where ${person} = any(${sql.param(ids)}::int[])
		order by ${reports.createdAt} desc limit ${NAMED_MAX})`;
	const { rows } = await db.execute<{ target: string }>(sql`
		select 'admin ' || ${admins.id} as target from ${admins}
		where ${isAdminNamed(text)}
		union all ${reportTargets(reports.reporterId)}
		union all ${reportTargets(reports.reportedId)}`);
	return [...ids.map((id) => `user ${id}`), ...rows.map(({ target }) => target)];
}

/** SQL condition: the text is in the name or the email address of an administrator, in any letter case. */
function isAdminNamed(text: string): SQL {
	const searched = sql`lower(${text}::text)`;
	return sql`(position(${searched} in lower(${admins.username})) > 0 or position(${searched} in ${admins.email}) > 0)`;
}

/** The entries of these ids with current names: the log itself stores no names. */
async function readEntries(db: Db, ids: readonly number[]): Promise<AuditRow[]> {
	const { rows } = await db.execute<AuditRow>(sql`
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
		from ${auditLog}
		left join ${admins} on ${admins.id} = ${auditLog.adminId}
		left join ${users} on ${users.id} = ${targetIdOf('user')} and ${users.deletedAt} is null
		left join ${items} on ${items.id} = ${targetIdOf('item')}
		left join ${wantedPosts} on ${wantedPosts.id} = ${targetIdOf('wanted')}
		left join ${admins} as named on named.id = ${targetIdOf('admin')}
		left join ${announcements} on ${announcements.id} = ${targetIdOf('notification')}
		left join ${feedback} on ${feedback.id} = ${targetIdOf('feedback')}
		left join ${reports} on ${reports.kind} = coalesce(substring(${auditLog.target} from '^([a-z]+) report '), 'item')
			and ${reports.id} = ${targetIdOf('((user|wanted|review) )?report')}
		left join ${items} as reported_item on reported_item.id = ${reports.itemId}
		left join ${users} as reported on reported.id = ${reports.reportedId}
			and reported.deleted_at is null
		left join ${wantedPosts} as reported_post on reported_post.id = ${reports.wantedId}
		left join ${dealReviews} as reported_review on reported_review.id = ${reports.reviewId}
		left join ${users} as reviewed on reviewed.id = reported_review.about_id
			and reviewed.deleted_at is null
		left join ${dealReviews} on ${dealReviews.id} = ${targetIdOf('review')}
		left join ${users} as about_in_review on about_in_review.id = ${dealReviews.aboutId}
			and about_in_review.deleted_at is null
		left join ${users} as reporter on reporter.deleted_at is null
			and reporter.id = ${reports.reporterId}
		where ${auditLog.id} in ${ids}`);
	return rows;
}

/**
 * The id in `user 12`.
 * @param name of what has the id, as a regular expression
 */
function targetIdOf(
	name:
		| ('user' | 'item' | 'wanted' | 'admin' | 'notification' | 'feedback' | 'review')
		| '((user|wanted|review) )?report',
): SQL {
	return sql`case when ${auditLog.target} ~ ${`^${name} [1-9][0-9]{0,8}$`}
		then substring(${auditLog.target} from '[0-9]+$')::int end`;
}

type AuditSpec = NonNullable<Endpoint['auditAs']>;

/**
 * Logs every request of an administrator that was rejected or failed, when its endpoint declares an audit action.
 * Clients without an administrator's token cannot fill the log.
 */
export function mountRejectedActionLog(app: FastifyInstance, db: Db): void {
	app.addHook('onError', async (request, _reply, error) => {
		const message = error instanceof AppError ? error.message : 'It failed.';
		await logRejectedAction(db, request, message, bulkIdsOf(request));
	});
}

/** Logs the targets that a bulk action left unchanged: as single requests they would have been rejected. */
export async function logUnchanged(
	db: Db,
	request: FastifyRequest,
	unchanged: readonly number[],
): Promise<void> {
	if (unchanged.length === 0) return;
	await logRejectedAction(db, request, 'So already, or not there.', unchanged);
}

async function logRejectedAction(
	db: Db,
	request: FastifyRequest,
	message: string,
	ids: readonly number[],
): Promise<void> {
	const { auditAs } = request.routeOptions.config.endpoint ?? {};
	const { caller } = request;
	if (!auditAs || !caller || caller.role === 'user') return;
	const action = actionOf(auditAs, request);
	const target = targetOf(auditAs.targetKind, request);
	const details = ids.length > 0 ? `${message} (${targetsOf(auditAs, ids)})` : message;
	try {
		await logAudit(db, actorOf(request), { action, target, details });
	} catch (logError) {
		request.log.error({ err: logError }, 'an attempt could not be logged');
	}
}

/** Only a numeric id is copied into the log: any other text in the URL could be anything the caller typed. */
function targetOf(targetKind: string, request: FastifyRequest): string {
	const { id } = request.params as { id?: string };
	return id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? `${targetKind} ${id}` : targetKind;
}

/**
 * The action that the body names, if the endpoint covers several actions; otherwise the endpoint's
 * own action.
 */
function actionOf({ action, bulk }: AuditSpec, request: FastifyRequest): AuditEntry['action'] {
	const { action: requested } = bodyOf(request);
	const match = Object.entries(bulk?.auditActions ?? {}).find(([name]) => name === requested);
	return match?.[1] ?? action;
}

/** The valid ids in the body, up to the number that one request may change. */
function bulkIdsOf(request: FastifyRequest): number[] {
	const { bulk } = request.routeOptions.config.endpoint?.auditAs ?? {};
	const sentIds = bulk && bodyOf(request)[bulk.idsField];
	if (!Array.isArray(sentIds)) return [];
	return sentIds.slice(0, BULK_LIMITS.max).flatMap((each) => z.safeParse(id, each).data ?? []);
}

function targetsOf({ targetKind, bulk }: AuditSpec, ids: readonly number[]): string {
	return [...new Set(ids)].map((each) => `${bulk?.targetKind ?? targetKind} ${each}`).join(', ');
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
	return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
