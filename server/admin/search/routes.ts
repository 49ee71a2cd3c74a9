import type { FastifyInstance } from 'fastify';
import { SEARCH_RESULTS_MAX, searchUsersAndItems } from '#contract/admin/search.ts';
import { findItems } from '#server/admin/items/list-queries.ts';
import { searchTextOf } from '#server/admin/items/search-text.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { describeView } from '#server/admin/kit/log-view.ts';
import { findUsers } from '#server/admin/kit/user-search-queries.ts';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import { statusOf } from '#server/features/items/present.ts';
import { route } from '#server/http/route.ts';

/** Route of the search field in the top bar, which finds users and items. */
export function searchRoutes(app: FastifyInstance, { db, catalogue }: AdminDeps): void {
	route(
		app,
		searchUsersAndItems,
	)(async ({ query: { q: search }, request }) => {
		if (search === undefined) return { success: true, users: [], items: [] };
		const [users, items] = await Promise.all([
			findUsers(db, search, SEARCH_RESULTS_MAX),
			findItems(db, searchTextOf(catalogue, search), SEARCH_RESULTS_MAX),
		]);
		const details = describeView({ search });
		const auditEntries: AuditEntry[] = [{ action: 'VIEW_USERS', target: 'users', details }];
		if (items.length > 0) auditEntries.push({ action: 'VIEW_ITEMS', target: 'items', details });
		await logAudit(db, actorOf(request), ...auditEntries);
		return {
			success: true,
			users: users.map(({ bannedAt, ...user }) => ({ ...user, isBanned: bannedAt !== null })),
			items: items.map(({ isOwnerBanned, ...item }) => ({
				...item,
				status: statusOf(item),
				...(isOwnerBanned && { isOwnerBanned: true as const }),
			})),
		};
	});
}
