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
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { logUnchanged } from '#server/admin/audit/rejected-actions.ts';
import { EXPORT_BATCH_SIZE, generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { listUserHistory } from '#server/admin/kit/history-queries.ts';
import { readAdminIdempotencyKey } from '#server/admin/kit/idempotency-key.ts';
import { logView } from '#server/admin/kit/log-view.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { issueWarning, moderateUser, moderateUsers } from '#server/features/accounts/moderation.ts';
import { findPersonDeals } from '#server/features/deals/reviews/queries.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { findAdminUser, findUserPage, streamUsers } from './list-queries.ts';
import { presentAdminUser, presentUserDeals, USER_COLUMNS } from './present.ts';

/** Routes to view and moderate users. */
export function adminUserRoutes(app: FastifyInstance, deps: AdminDeps): void {
	readRoutes(app, deps);
	writeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db, backgroundDb, config }: AdminDeps): void {
	route(
		app,
		listUsers,
	)(async ({ query, request }) => {
		const { page, limit, sort, ...filters } = query;
		const { found, entries } = await findUserPage(db, filters, sort, { page, limit });
		await logView(db, request, { action: 'VIEW_USERS', target: 'users' }, query);
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
		await logView(db, request, { action: 'USERS_EXPORTED', target: 'users' }, query);
		const batches = streamUsers(backgroundDb, filters, sort, EXPORT_BATCH_SIZE);
		return generateCsv(USER_COLUMNS, batches, config.site.timeZone);
	});

	route(
		app,
		getUser,
	)(async ({ params, request }) => {
		const user = await findAdminUser(db, params.id);
		if (!user) throw new AppError('not_found', AUTH_ERRORS.userNotFound);
		const deals = await findPersonDeals(db, params.id);
		const history = await listUserHistory(db, params.id);
		await logAudit(db, actorOf(request), { action: 'VIEW_USERS', target: `user ${params.id}` });
		return {
			success: true,
			user: presentAdminUser(user),
			deals: presentUserDeals(deals),
			history,
		};
	});
}

function writeRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(
		app,
		verifyUser,
	)(async ({ params, body: { isVerified, ...options }, request }) => {
		const action = isVerified ? 'verify' : 'unverify';
		const changed = await moderateUser(deps, actorOf(request), params.id, action, options);
		// What the user was before, so that the page can undo the change.
		const { wasRefused, wasByAddress } = changed;
		const message = isVerified ? ADMIN_USER_MESSAGES.verified : ADMIN_USER_MESSAGES.unverified;
		return { success: true, message, wasRefused, wasByAddress };
	});

	route(
		app,
		banUser,
	)(async ({ params, body, request }) => {
		await moderateUser(deps, actorOf(request), params.id, 'ban', body);
		return { success: true, message: ADMIN_USER_MESSAGES.banned };
	});

	route(
		app,
		unbanUser,
	)(async ({ params, request }) => {
		await moderateUser(deps, actorOf(request), params.id, 'unban');
		return { success: true, message: ADMIN_USER_MESSAGES.unbanned };
	});

	route(
		app,
		warnUser,
	)(async ({ params, body, caller, request }) => {
		const idempotencyKey = readAdminIdempotencyKey(request, caller.id);
		await issueWarning(deps, actorOf(request), params.id, body.message, idempotencyKey);
		return { success: true, message: ADMIN_USER_MESSAGES.warned };
	});

	route(
		app,
		bulkChangeUsers,
	)(async ({ body: { userIds, action, ...options }, request }) => {
		const bulkDeps = { ...deps, db: deps.backgroundDb };
		const users = await moderateUsers(bulkDeps, actorOf(request), userIds, action, options);
		const changed = users.map(({ id }) => id);
		// What the users were before, so that the page can undo the change.
		const refused = users.filter(({ wasRefused }) => wasRefused).map(({ id }) => id);
		const byAddress = users.filter(({ wasByAddress }) => wasByAddress).map(({ id }) => id);
		const unchanged = userIds.filter((id) => !changed.includes(id));
		await logUnchanged(deps.backgroundDb, request, unchanged);
		const message = BULK_MESSAGES.changed(changed.length);
		return { success: true, message, changed, unchanged, refused, byAddress };
	});
}
