import type * as z from 'zod/mini';
import { SETTINGS_MESSAGES, type settingsChange } from '#contract/admin/settings.ts';
import type { Settings } from '#server/features/maintenance/queries.ts';
import { AppError } from '#server/lib/app-error.ts';

/**
 * The first of two changes of one setting wins; that both want the same is no matter (decisions, "Back-office"). What was
 * not said to have been seen is overwritten.
 * @throws Refusal conflict
 */
export function requireUnchanged(
	current: Settings,
	{ before = {}, ...change }: z.output<typeof settingsChange>,
): void {
	for (const field of Object.keys(change) as (keyof typeof change)[]) {
		const isChanged = change[field] !== undefined && change[field] !== current[field];
		if (isChanged && before[field] !== undefined && before[field] !== current[field]) {
			throw new AppError('conflict', SETTINGS_MESSAGES.changedMeanwhile);
		}
	}
}

/** What a change of the settings has changed, for people. */
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
