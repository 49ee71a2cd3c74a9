import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { settingsFields } from '#contract/admin/settings.ts';
import type { Db } from '#server/db/client.ts';
import { settings } from '#server/db/schema/settings.ts';

export interface Settings {
	maintenanceMode: boolean;
	maintenanceMessage: string;
	estimatedDowntime: string;
	/** Since when the market is closed; null while it is open. */
	closedAt: Date | null;
}

/** All that can be set. */
export interface MarketSettings extends Settings {
	requireTwoStep: boolean;
}

const SETTINGS = {
	maintenanceMode: settings.maintenanceMode,
	maintenanceMessage: settings.maintenanceMessage,
	estimatedDowntime: settings.estimatedDowntime,
	closedAt: settings.closedAt,
};
const MARKET_SETTINGS = { ...SETTINGS, requireTwoStep: settings.requireTwoStep };

/**
 * What is set about maintenance.
 * @throws Error when the one row, which a migration made, is gone
 */
export async function findSettings(db: Db): Promise<Settings> {
	return requireRow(await db.select(SETTINGS).from(settings));
}

export async function findMarketSettings(db: Db): Promise<MarketSettings> {
	return requireRow(await db.select(MARKET_SETTINGS).from(settings));
}

/** Nobody else changes them until the transaction ends. */
export async function lockSettings(db: Db): Promise<MarketSettings> {
	return requireRow(await db.select(MARKET_SETTINGS).from(settings).for('update'));
}

/** Closes the market for maintenance or opens it, on every instance at once: a trigger tells them (migration 0004). */
export async function changeSettings(
	db: Db,
	change: z.infer<typeof settingsFields>,
): Promise<MarketSettings> {
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
		.returning(MARKET_SETTINGS);
	return requireRow(changed);
}

function requireRow<Row>([row]: Row[]): Row {
	if (!row) throw new Error('The settings have no row.');
	return row;
}
