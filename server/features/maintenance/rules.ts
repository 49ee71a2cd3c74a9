import type * as z from 'zod/mini';
import { SETTINGS_ERRORS } from '#contract/admin/errors.ts';
import type { settingsChange } from '#contract/admin/settings.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Settings } from './queries.ts';

/**
 * Refuses the change of a setting that another administrator has set to a different value since the page was loaded.
 * `before` has the values that the page showed; a setting without such a value is overwritten.
 * @throws AppError conflict
 */
export function requireUnchanged(
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
export function describeChanges(before: Settings, current: Settings): string {
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
