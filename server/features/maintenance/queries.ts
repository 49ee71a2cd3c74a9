import type * as z from 'zod/mini';
import type { settingsFields } from '#contract/admin/settings.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { settings } from '#server/db/schema/settings.ts';

export interface MaintenanceSettings {
	maintenanceMode: boolean;
	maintenanceMessage: string;
	estimatedDowntime: string;
	/**
	 * The start of the maintenance; null while the market is open. A trigger sets it when `maintenanceMode` changes
	 * (`server/db/row-changes.ts`).
	 */
	closedAt: Date | null;
}

/** All settings that administrators can change. */
export interface Settings extends MaintenanceSettings {
	requireTwoStep: boolean;
}

const MAINTENANCE_COLUMNS = {
	maintenanceMode: settings.maintenanceMode,
	maintenanceMessage: settings.maintenanceMessage,
	estimatedDowntime: settings.estimatedDowntime,
	closedAt: settings.closedAt,
};
const SETTINGS_COLUMNS = { ...MAINTENANCE_COLUMNS, requireTwoStep: settings.requireTwoStep };

/**
 * The settings of maintenance.
 * @throws Error when the only row of the table, which a migration inserts, is missing
 */
export async function findMaintenanceSettings(db: Db): Promise<MaintenanceSettings> {
	return requireRow(await db.select(MAINTENANCE_COLUMNS).from(settings));
}

export async function findSettings(db: Db): Promise<Settings> {
	return requireRow(await db.select(SETTINGS_COLUMNS).from(settings));
}

/** Locks the settings until the transaction ends. */
export async function lockSettings(db: Db): Promise<Settings> {
	return requireRow(await db.select(SETTINGS_COLUMNS).from(settings).for('update'));
}

/**
 * Stores the settings; undefined fields stay unchanged. A trigger notifies every instance of the change
 * (`server/db/row-changes.ts`).
 */
export async function saveSettings(
	db: Db,
	change: z.infer<typeof settingsFields>,
): Promise<Settings> {
	const { maintenanceMode, maintenanceMessage, estimatedDowntime, requireTwoStep } = change;
	const changed = await db
		.update(settings)
		.set({
			maintenanceMode,
			maintenanceMessage,
			estimatedDowntime,
			requireTwoStep,
			changedAt: sql`now()`,
		})
		.returning(SETTINGS_COLUMNS);
	return requireRow(changed);
}

function requireRow<Row>([row]: Row[]): Row {
	if (!row) throw new Error('The settings have no row.');
	return row;
}
