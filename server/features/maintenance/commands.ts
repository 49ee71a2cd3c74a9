import type * as z from 'zod/mini';
import { SETTINGS_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { SETTINGS_MESSAGES, type settingsChange } from '#contract/admin/settings.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { extendTimeLimits } from '#server/features/deals/queries.ts';
import { announce } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { lockSettings, type Settings, saveSettings } from './queries.ts';

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

/**
 * Refuses the change of a setting that another administrator has set to a different value since the page was loaded.
 * `before` has the values that the page showed; a setting without such a value is overwritten.
 * @throws AppError conflict
 */
function requireUnchanged(
	current: Settings,
	{ before = {}, ...change }: z.output<typeof settingsChange>,
): void {
	for (const field of Object.keys(change) as (keyof typeof change)[]) {
		const isChanged = change[field] !== undefined && change[field] !== current[field];
		if (isChanged && before[field] !== undefined && before[field] !== current[field]) {
			throw new AppError('conflict', SETTINGS_ERRORS.changedMeanwhile);
		}
	}
}

/** Describes the changed fields for the audit log. */
function describeChanges(before: Settings, current: Settings): string {
	const descriptions: Record<keyof Omit<Settings, 'closedAt'>, string> = {
		maintenanceMode: `maintenance mode ${current.maintenanceMode ? 'on' : 'off'}`,
		maintenanceMessage: `maintenance message "${current.maintenanceMessage}"`,
		estimatedDowntime: `estimated downtime "${current.estimatedDowntime}"`,
		requireTwoStep: `two-step sign-in ${current.requireTwoStep ? 'required' : 'not required'}`,
	};
	const changed = (Object.keys(descriptions) as (keyof typeof descriptions)[]).filter(
		(field) => current[field] !== before[field],
	);
	return changed.map((field) => descriptions[field]).join('; ') || 'nothing changed';
}
