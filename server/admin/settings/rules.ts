import type * as z from 'zod/mini';
import { SETTINGS_MESSAGES, type settingsChange } from '#contract/admin/settings.ts';
import type { Settings } from '#server/features/maintenance/queries.ts';
import { AppError } from '#server/lib/app-error.ts';

/**
 * The first of two changes of one setting wins; that both want the same is no matter (decisions, "Back-office"). What was
 * not said to have been seen is overwritten.
 * @throws Refusal conflict
 */
export function requireSeen(
	now: Settings,
	{ before = {}, ...change }: z.output<typeof settingsChange>,
): void {
	for (const field of Object.keys(change) as (keyof typeof change)[]) {
		const isOverwritten = change[field] !== undefined && change[field] !== now[field];
		if (isOverwritten && before[field] !== undefined && before[field] !== now[field]) {
			throw new AppError('conflict', SETTINGS_MESSAGES.changedMeanwhile);
		}
	}
}

/** What a change of the settings has changed, for people. */
export function differences(before: Settings, now: Settings): string {
	const told: Record<keyof Omit<Settings, 'closedAt'>, string> = {
		maintenanceMode: `maintenance mode ${now.maintenanceMode ? 'on' : 'off'}`,
		maintenanceMessage: `maintenance message "${now.maintenanceMessage}"`,
		estimatedDowntime: `estimated downtime "${now.estimatedDowntime}"`,
		requireTwoStep: `two-step sign-in ${now.requireTwoStep ? 'required' : 'not required'}`,
	};
	const changed = (Object.keys(told) as (keyof typeof told)[]).filter(
		(field) => now[field] !== before[field],
	);
	return changed.map((field) => told[field]).join('; ') || 'nothing changed';
}
