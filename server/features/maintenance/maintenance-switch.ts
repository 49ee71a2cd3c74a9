import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { openListener } from '#server/db/listener.ts';
import { findMaintenanceSettings, type MaintenanceSettings } from './queries.ts';

/** The switch as every instance knows it at once, without asking the database for each request. */
export interface MaintenanceSwitch {
	current: () => MaintenanceSettings;
	/** Calls back after every change. */
	onChange: (listener: (latest: MaintenanceSettings) => void) => void;
	/** Has this instance go by what is committed by now, where that can be had within a second. */
	refreshNow: () => Promise<void>;
	close: () => Promise<void>;
}

interface Options {
	db: Db;
	databaseUrl: string;
	log: FastifyBaseLogger;
	/** How often it reads the setting without being told to. */
	refreshIntervalMs?: number;
}

/**
 * Reads the setting, and from then on hears of every change that any instance makes. While the database is away, what was
 * read last holds.
 * @throws Error in one line when the database can't be listened to
 */
export async function openMaintenanceSwitch({
	db,
	databaseUrl,
	log,
	refreshIntervalMs,
}: Options): Promise<MaintenanceSwitch> {
	const listeners: ((latest: MaintenanceSettings) => void)[] = [];
	let latest: MaintenanceSettings | undefined;
	const refresh = async () => {
		const previous = latest;
		const loaded = await findMaintenanceSettings(db);
		latest = loaded;
		if (previous === undefined || isDeepStrictEqual(previous, loaded)) return;
		log.info({ maintenanceMode: loaded.maintenanceMode }, 'maintenance setting changed');
		for (const listener of listeners) listener(loaded);
	};
	const { refreshNow, close } = await openListener({
		url: databaseUrl,
		channel: 'settings',
		refresh,
		log,
		...(refreshIntervalMs !== undefined && { refreshIntervalMs }),
	});
	return {
		current() {
			if (!latest) throw new Error('The listener looks before it is open.');
			return latest;
		},
		onChange: (listener) => void listeners.push(listener),
		refreshNow,
		close,
	};
}
