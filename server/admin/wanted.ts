import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import {
	ADMIN_WANTED_MESSAGES,
	type AdminWanted,
	type AdminWantedReport,
	dismissWantedReport,
	exportWanted,
	getAdminWanted,
	listAdminWanted,
	removeWanted as removeWantedEndpoint,
	resolveWantedReport,
} from '#contract/admin/wanted.ts';
import { pick } from '#contract/core/pick.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_FIELD_LABELS, type WantedStatus } from '#contract/wanted/facts.ts';
import { WANTED_FIELD_NAMES } from '#contract/wanted/schemas.ts';
import { presentPendingReport } from '#server/admin/reports/present.ts';
import { listPendingReports } from '#server/admin/reports/queries.ts';
import { decisionHandlers } from '#server/admin/reports/routes.ts';
import { actorOf } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { and, eq, inArray, type SQL, sql } from '#server/db/drizzle.ts';
import { containsPattern } from '#server/db/expressions.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { isOpen, searchTextOfWanted, wantedPosts } from '#server/db/schema/wanted.ts';
import { WANTED_REPORTS } from '#server/features/reports/queries.ts';
import { removeWanted } from '#server/features/wanted/moderation.ts';
import { statusOf } from '#server/features/wanted/present.ts';
import {
	ANSWER_COUNT,
	IS_EXPIRED,
	IS_LIVE,
	WANTED_FIELD_COLUMNS,
} from '#server/features/wanted/queries.ts';
import { route } from '#server/http/route.ts';
import type { AdminDeps } from './kit/deps.ts';
import { adminList, ifSet, type ListSection } from './kit/list.ts';
import { listWantedHistory, parseIdInput } from './kit/queries.ts';

type WantedFilters = Omit<z.output<(typeof listAdminWanted)['query']>, 'page' | 'limit' | 'sort'>;
type WantedRow = Awaited<ReturnType<typeof readWanted>>[number];

const PENDING_REPORTS = sql`
	from ${reports} where ${reports.wantedId} = ${wantedPosts.id}
		and ${reports.kind} = 'wanted' and ${reports.status} = 'pending'`;

/** A deleted post is listed until the reports about it are decided. */
const IS_LISTED = sql`(${wantedPosts.deletedAt} is null or exists (select ${PENDING_REPORTS}))`;

/** Each status as a condition; every post has exactly one. */
const STATUS_CONDITIONS: Record<WantedStatus, SQL> = {
	live: IS_LIVE,
	expired: sql`${isOpen(wantedPosts)} and ${wantedPosts.expiresAt} <= now()`,
	found: sql`${wantedPosts.foundAt} is not null and ${wantedPosts.removedAt} is null`,
	removed: sql`${wantedPosts.removedAt} is not null`,
};

/** Posts in every status. */
const WANTED: ListSection<WantedFilters, WantedRow, AdminWanted> = {
	table: wantedPosts,
	where: ({ search, status, category, isReported }) =>
		and(
			IS_LISTED,
			ifSet(search, matchesSearch),
			ifSet(status, (name) => STATUS_CONDITIONS[name]),
			ifSet(category, (name) => eq(wantedPosts.category, name)),
			ifSet(isReported, (expected) => sql`exists (select ${PENDING_REPORTS}) = ${expected}`),
		),
	// By id, which increases with time.
	orders: { newest: sql`${wantedPosts.id} desc`, oldest: sql`${wantedPosts.id}` },
	read: readWanted,
	find: async (db, id) => (await readWanted(db, [id]))[0],
	notFound: WANTED_ERRORS.notFound,
	present: presentAdminWanted,
	columns: [
		{ title: 'Number', value: ({ id }) => id },
		...WANTED_FIELD_NAMES.map((name) => ({
			title: WANTED_FIELD_LABELS[name],
			value: (row: WantedRow) => row[name],
		})),
		{ title: 'Status', value: (row) => (row.isDeleted ? 'deleted' : statusOf(row)) },
		{ title: 'Admin notes', value: ({ removalReason }) => removalReason },
		{ title: 'Created', value: ({ createdAt }) => createdAt },
		{ title: 'Ends', value: ({ expiresAt }) => expiresAt },
		{ title: 'Answers', value: ({ answers }) => answers },
		{ title: 'Pending reports', value: ({ reports }) => reports },
		{ title: 'Owner number', value: ({ userId }) => userId },
		{ title: 'Owner', value: ({ userName }) => userName },
		{ title: 'Owner email', value: ({ email }) => email },
	],
	audit: { viewed: 'VIEW_WANTED', exported: 'WANTED_EXPORTED', all: 'wanted', one: 'wanted' },
};

/** Routes to view, export and remove wanted posts, and to decide reports about them. */
export function adminWantedRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const { db } = deps;
	const handlers = adminList(deps, WANTED);

	route(app, listAdminWanted, async (call) => {
		const { rows, pagination } = await handlers.list(call);
		return { wanted: rows, pagination };
	});

	route(app, exportWanted, handlers.export);

	route(app, getAdminWanted, async (call) => {
		const row = await handlers.one(call);
		const pending = await listPendingReports(db, WANTED_REPORTS, row.id);
		return {
			wanted: presentAdminWanted(row),
			pendingReports: pending.map(presentPendingReport<AdminWantedReport['type']>),
			history: await listWantedHistory(db, row.id),
		};
	});

	route(app, removeWantedEndpoint, async ({ params, request }) => {
		await removeWanted(deps, actorOf(request), params.id);
		return { message: ADMIN_WANTED_MESSAGES.removed };
	});

	const ofReports = decisionHandlers(deps, WANTED_REPORTS);
	route(app, resolveWantedReport, ofReports.resolve);
	route(app, dismissWantedReport, ofReports.dismiss);
}

/** Posts with their askers; a deleted one only while reports about it are pending. */
function readWanted(db: Db, ids: readonly number[]) {
	return db
		.select({
			id: wantedPosts.id,
			userId: users.id,
			userName: users.userName,
			email: users.email,
			isAskerBanned: sql<boolean>`${users.bannedAt} is not null`,
			isAskerGone: sql<boolean>`${users.deletedAt} is not null`,
			isDeleted: sql<boolean>`${wantedPosts.deletedAt} is not null`,
			...WANTED_FIELD_COLUMNS,
			createdAt: wantedPosts.createdAt,
			expiresAt: wantedPosts.expiresAt,
			isExpired: IS_EXPIRED,
			foundAt: wantedPosts.foundAt,
			removedAt: wantedPosts.removedAt,
			removalReason: wantedPosts.removalReason,
			answers: ANSWER_COUNT,
			reports: sql<number>`(select count(*)::int ${PENDING_REPORTS})`,
		})
		.from(wantedPosts)
		.innerJoin(users, eq(users.id, wantedPosts.userId))
		.where(and(inArray(wantedPosts.id, [...ids]), IS_LISTED));
}

function matchesSearch(search: string): SQL {
	const matchesText = sql`${searchTextOfWanted(wantedPosts)} like ${containsPattern(search)}`;
	return sql`(${matchesText} or ${wantedPosts.id} = ${parseIdInput(search) ?? 0})`;
}

/** A wanted post as administrators see it. */
function presentAdminWanted(row: WantedRow): AdminWanted {
	return {
		id: row.id,
		...pick(row, WANTED_FIELD_NAMES),
		status: statusOf(row),
		...(row.isDeleted && { isDeleted: true as const }),
		adminNotes: row.removalReason,
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
		answers: row.answers,
		reports: row.reports,
		User: {
			id: row.userId,
			userName: row.userName,
			email: row.email,
			...(row.isAskerBanned && { isBanned: true as const }),
			...(row.isAskerGone && { isGone: true as const }),
		},
	};
}
