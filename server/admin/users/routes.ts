import type { FastifyInstance } from 'fastify';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_USER_MESSAGES,
	banUser,
	bulkChangeUsers,
	exportUsers,
	getUser,
	listUsers,
	unbanUser,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { recordUnchanged } from '#server/admin/audit/log-attempts.ts';
import { canReadLog } from '#server/admin/audit/rules.ts';
import { csvOf, EXPORTED_AT_ONCE } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { historyOfUser } from '#server/admin/kit/history-queries.ts';
import { viewDetails } from '#server/admin/kit/view-details.ts';
import { actorOf, record } from '#server/audit/log.ts';
import { issueWarning, moderateUser, moderateUsers } from '#server/features/accounts/moderation.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { eachUser, findAdminUser, findUserPage } from './list-queries.ts';
import { presentAdminUser, USER_COLUMNS } from './present.ts';

/** Users as administrators see and handle them. */
export function adminUserRoutes(app: FastifyInstance, parts: AdminDeps): void {
	viewingRoutes(app, parts);
	changingRoutes(app, parts);
}

function viewingRoutes(app: FastifyInstance, { db, backgroundDb }: AdminDeps): void {
	route(
		app,
		listUsers,
	)(async ({ query, request }) => {
		const { page, limit, sort, ...filters } = query;
		const { found, entries } = await findUserPage(db, filters, sort, { page, limit });
		const details = viewDetails({ ...filters, sort, page });
		await record(db, actorOf(request), { action: 'VIEW_USERS', target: 'users', details });
		return {
			success: true,
			users: entries.map(presentAdminUser),
			pagination: paginationOf(page, limit, found),
		};
	});

	route(
		app,
		exportUsers,
	)(async ({ query, request }) => {
		const { sort, ...filters } = query;
		const details = viewDetails({ ...filters, sort });
		await record(db, actorOf(request), { action: 'USERS_EXPORTED', target: 'users', details });
		return csvOf(USER_COLUMNS, eachUser(backgroundDb, filters, sort, EXPORTED_AT_ONCE));
	});

	route(
		app,
		getUser,
	)(async ({ params, caller, request }) => {
		const user = await findAdminUser(db, params.id);
		if (!user) throw new AppError('not_found', ADMIN_USER_MESSAGES.notFound);
		const reader = { canReadLog: canReadLog(caller) };
		const history = await historyOfUser(db, params.id, reader);
		await record(db, actorOf(request), { action: 'VIEW_USERS', target: `user ${params.id}` });
		return { success: true, user: presentAdminUser(user), history };
	});
}

function changingRoutes(app: FastifyInstance, parts: AdminDeps): void {
	route(
		app,
		verifyUser,
	)(async ({ params, body: { isVerified, ...how }, request }) => {
		const action = isVerified ? 'verify' : 'unverify';
		const changed = await moderateUser(parts, actorOf(request), params.id, action, how);
		const { wasRefused, wasByAddress } = changed;
		const message = isVerified ? ADMIN_USER_MESSAGES.verified : ADMIN_USER_MESSAGES.unverified;
		return { success: true, message, wasRefused, wasByAddress };
	});

	route(
		app,
		banUser,
	)(async ({ params, body, request }) => {
		await moderateUser(parts, actorOf(request), params.id, 'ban', body);
		return { success: true, message: ADMIN_USER_MESSAGES.banned };
	});

	route(
		app,
		unbanUser,
	)(async ({ params, request }) => {
		await moderateUser(parts, actorOf(request), params.id, 'unban');
		return { success: true, message: ADMIN_USER_MESSAGES.unbanned };
	});

	route(
		app,
		warnUser,
	)(async ({ params, body, request }) => {
		await issueWarning(parts, actorOf(request), params.id, body.message);
		return { success: true, message: ADMIN_USER_MESSAGES.warned };
	});

	route(
		app,
		bulkChangeUsers,
	)(async ({ body: { userIds, action, ...how }, request }) => {
		const users = await moderateUsers(parts, actorOf(request), userIds, action, how);
		const changed = users.map(({ id }) => id);
		const refused = users.filter(({ wasRefused }) => wasRefused).map(({ id }) => id);
		const byAddress = users.filter(({ wasByAddress }) => wasByAddress).map(({ id }) => id);
		const unchanged = userIds.filter((id) => !changed.includes(id));
		await recordUnchanged(parts.db, request, unchanged);
		const message = BULK_MESSAGES.changed(changed.length);
		return { success: true, message, changed, unchanged, refused, byAddress };
	});
}
