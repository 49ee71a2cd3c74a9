import type * as z from 'zod/mini';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { SETTINGS_MESSAGES, type settingsChange } from '#contract/admin/settings.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { extendTimeLimits } from '#server/features/deals/queries.ts';
import { announce } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { lockSettings, type Settings, saveSettings } from './queries.ts';
import { describeChanges, requireUnchanged } from './rules.ts';

interface SettingsDeps {
	db: Db;
	addTask: AddTask;
}

/**
 * Changes the settings. A trigger notifies every instance of the change, also when `npm run maintenance` makes it. The
 * start and the end of maintenance are announced to administrators. The end also extends the time limits of deals by the
 * length of the maintenance.
 * @throws AppError conflict when another administrator has changed the same field since the caller read it
 */
export function updateSettings(
	{ db, addTask }: SettingsDeps,
	actor: Actor,
	change: z.output<typeof settingsChange>,
): Promise<Settings> {
	return db.transaction(async (tx) => {
		const before = await lockSettings(tx);
		requireUnchanged(before, change);
		const after = await saveSettings(tx, change);
		if (before.closedAt && !after.maintenanceMode) await extendTimeLimits(tx, before.closedAt);
		if (after.maintenanceMode !== before.maintenanceMode) {
			await announce({ db: tx, addTask }, maintenanceAnnouncement(after));
		}
		const details = describeChanges(before, after);
		await logAudit(tx, actor, { action: 'SETTINGS_UPDATED', target: 'settings', details });
		return after;
	});
}

function maintenanceAnnouncement({
	maintenanceMode,
	maintenanceMessage,
	estimatedDowntime,
}: Settings) {
	const common = { target: 'admins', link: ADMIN_PAGES.settings } as const;
	return maintenanceMode
		? ({
				...common,
				type: 'warning',
				title: SETTINGS_MESSAGES.maintenanceBegan,
				message: SETTINGS_MESSAGES.maintenanceBeganText(maintenanceMessage, estimatedDowntime),
			} as const)
		: ({
				...common,
				type: 'success',
				title: SETTINGS_MESSAGES.maintenanceEnded,
				message: SETTINGS_MESSAGES.maintenanceEndedText,
			} as const);
}
