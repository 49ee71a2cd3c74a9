import type { FastifyInstance } from 'fastify';
import { changeSettings, getSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import { updateSettings } from '#server/features/maintenance/commands.ts';
import { findSettings } from '#server/features/maintenance/queries.ts';
import { route } from '#server/http/route.ts';

/** Routes of the settings, for super administrators. */
export function settingsRoutes(
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
