import type { FastifyInstance } from 'fastify';
import { SEARCH_RESULTS_MAX, searchUsersAndItems } from '#contract/admin/search.ts';
import { changeSettings, getSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { administratorRoutes } from '#server/admin/administrators/routes.ts';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import { isNull } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { statusOf } from '#server/features/items/present.ts';
import { updateSettings } from '#server/features/maintenance/commands.ts';
import { findSettings } from '#server/features/maintenance/queries.ts';
import { route } from '#server/http/route.ts';
import { analyticsRoutes, dealAnalyticsRoutes, trendRoutes } from './analytics/routes.ts';
import { auditRoutes, mountRejectedActionLog } from './audit.ts';
import { adminCatalogueRoutes } from './catalogue/routes.ts';
import { adminFeedbackRoutes } from './feedback.ts';
import { adminItemRoutes, itemSection, matchesText } from './items.ts';
import type { AdminDeps } from './kit/deps.ts';
import { describeView, findPage } from './kit/list.ts';
import { findUsers, parseIdInput } from './kit/queries.ts';
import { notificationRoutes } from './notifications.ts';
import { adminReportRoutes } from './reports/routes.ts';
import { adminUserRoutes } from './users.ts';
import { adminWantedRoutes } from './wanted.ts';

/** All routes of the back-office. Each is for administrators, except for signing in. */
export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
	mountRejectedActionLog(app, deps.db);
	administratorRoutes(app, deps);
	adminUserRoutes(app, deps);
	adminItemRoutes(app, deps);
	analyticsRoutes(app, deps);
	trendRoutes(app, deps);
	dealAnalyticsRoutes(app, deps);
	adminReportRoutes(app, deps);
	adminWantedRoutes(app, deps);
	adminFeedbackRoutes(app, deps);
	notificationRoutes(app, deps);
	auditRoutes(app, deps);
	adminCatalogueRoutes(app, deps);
	settingsRoutes(app, deps);
	searchRoutes(app, deps);
}

/** Route of the search field in the top bar, which finds users and items. */
function searchRoutes(app: FastifyInstance, deps: AdminDeps): void {
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

/** Routes of the settings, for super administrators. */
function settingsRoutes(
	app: FastifyInstance,
	{ db, backgroundDb, addTask, applySettings, adminChannel }: AdminDeps,
): void {
	route(app, getSettings, async ({ request }) => {
		const settings = await findSettings(db);
		await logAudit(db, actorOf(request), { action: 'VIEW_SETTINGS', target: 'settings' });
		return { settings, message: SETTINGS_MESSAGES.loaded };
	});

	route(app, changeSettings, async ({ body, request }) => {
		// The background pool, because the end of maintenance moves the deadlines of all open deals.
		const deps = { db: backgroundDb, addTask };
		const settings = await updateSettings(deps, actorOf(request), body);
		// Applied on this instance before the answer is sent: an instance that answers "maintenance is on" must not serve
		// the market any more. The other instances get an event from the database (server/db/events.ts).
		await applySettings();
		adminChannel.publish({ what: 'settings' });
		return { settings, message: SETTINGS_MESSAGES.updated };
	});
}
