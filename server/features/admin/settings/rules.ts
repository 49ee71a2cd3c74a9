import type { MarketSettings } from '#server/features/maintenance/queries.ts';

/** What a change of the settings has changed, for people. */
export function differences(before: MarketSettings, now: MarketSettings): string {
	const told: Record<keyof MarketSettings, string> = {
		maintenanceMode: `maintenance mode ${now.maintenanceMode ? 'on' : 'off'}`,
		maintenanceMessage: `maintenance message "${now.maintenanceMessage}"`,
		estimatedDowntime: `estimated downtime "${now.estimatedDowntime}"`,
		requireTwoStep: `two-step sign-in ${now.requireTwoStep ? 'required' : 'not required'}`,
	};
	const changed = (Object.keys(told) as (keyof MarketSettings)[]).filter(
		(field) => now[field] !== before[field],
	);
	return changed.map((field) => told[field]).join('; ') || 'nothing changed';
}
