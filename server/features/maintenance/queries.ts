import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { settingsChange } from '#contract/admin/settings.ts';
import type { Db } from '#server/db/client.ts';
import { settings } from '#server/db/tables/settings.ts';

export interface Settings {
	maintenanceMode: boolean;
	maintenanceMessage: string;
	estimatedDowntime: string;
}

const SETTINGS = {
	maintenanceMode: settings.maintenanceMode,
	maintenanceMessage: settings.maintenanceMessage,
	estimatedDowntime: settings.estimatedDowntime,
};

/** @throws Error when the one row, which a migration made, is gone */
export async function findSettings(db: Db): Promise<Settings> {
	return requireRow(await db.select(SETTINGS).from(settings));
}

/** Closes the market for maintenance or opens it, on every instance at once: a trigger tells them (migration 0004). */
export async function changeSettings(
	db: Db,
	{ maintenanceMode, maintenanceMessage, estimatedDowntime }: z.infer<typeof settingsChange>,
): Promise<Settings> {
	const changed = await db
		.update(settings)
		.set({ maintenanceMode, maintenanceMessage, estimatedDowntime, changedAt: sql`now()` })
		.returning(SETTINGS);
	return requireRow(changed);
}

function requireRow([row]: Settings[]): Settings {
	if (!row) throw new Error('The settings have no row.');
	return row;
}
