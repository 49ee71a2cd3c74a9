import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { type DatabaseEvents, type InMemoryCopy, openInMemoryCopy } from '#server/db/events.ts';
import { findMaintenanceSettings, type MaintenanceSettings } from './queries.ts';

/** This instance’s copy of the maintenance settings. */
export type MaintenanceSwitch = InMemoryCopy<MaintenanceSettings>;

interface Options {
	db: Db;
	events: DatabaseEvents;
	log: FastifyBaseLogger;
	refreshIntervalMs?: number;
}

/**
 * Opens this instance’s copy of the maintenance settings, and logs each change of them.
 * @throws Error when the settings cannot be read at the start
 */
export async function openMaintenanceSwitch({
	db,
	log,
	...options
}: Options): Promise<MaintenanceSwitch> {
	const maintenance = await openInMemoryCopy({
		...options,
		log,
		load: () => findMaintenanceSettings(db),
		effect: 'readSettings',
		name: 'the maintenance setting',
	});
	maintenance.onChange(({ maintenanceMode }) =>
		log.info({ maintenanceMode }, 'maintenance setting changed'),
	);
	return maintenance;
}
