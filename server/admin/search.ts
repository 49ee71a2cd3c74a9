import type { FastifyInstance } from 'fastify';
import { SEARCH_RESULTS_MAX, searchUsersAndItems } from '#contract/admin/search.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { describeView, findPage } from '#server/admin/kit/list.ts';
import { findUsers, parseIdInput } from '#server/admin/kit/search-queries.ts';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import { isNull } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { statusOf } from '#server/features/items/present.ts';
import { route } from '#server/http/route.ts';
import { itemSection, matchesText } from './items.ts';

/** Route of the search field in the top bar, which finds users and items. */
export function searchRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const { db, catalogue } = deps;
	const section = itemSection(deps);

	/** Items that match the text, newest first. The item whose id is the text comes before them. */
	async function findItems(search: string) {
		const id = parseIdInput(search);
		const exact = id === undefined ? [] : await section.read(db, [id], isNull(items.deletedAt));
		// Without the items of owners whom the text names: the owners themselves are found beside the items.
		const where = () => matchesText(db, search, catalogue);
		const page = { page: 1, limit: SEARCH_RESULTS_MAX };
		const { rows } = await findPage(db, { ...section, where }, page);
		return [...exact, ...rows.filter((item) => item.id !== id)].slice(0, SEARCH_RESULTS_MAX);
	}

	route(app, searchUsersAndItems, async ({ query: { q: search }, request }) => {
		if (search === undefined) return { users: [], items: [] };
		const [users, items] = await Promise.all([
			findUsers(db, search, SEARCH_RESULTS_MAX),
			findItems(search),
		]);
		const details = describeView({ search });
		const auditEntries: AuditEntry[] = [{ action: 'VIEW_USERS', target: 'users', details }];
		if (items.length > 0) auditEntries.push({ action: 'VIEW_ITEMS', target: 'items', details });
		await logAudit(db, actorOf(request), ...auditEntries);
		return {
			users: users.map(({ bannedAt, ...user }) => ({ ...user, isBanned: bannedAt !== null })),
			items: items.map((item) => ({
				id: item.id,
				title: item.title,
				price: item.price,
				status: statusOf(item),
				...(item.sellerIsBanned && { isOwnerBanned: true as const }),
			})),
		};
	});
}
