import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { openListener } from '#server/db/listener.ts';
import { findSettings, type Settings } from './queries.ts';

/** The switch as every instance knows it at once, without asking the database for each request. */
export interface MaintenanceSwitch {
	current: () => Settings;
	/** Calls back after every change. */
	watch: (watcher: (now: Settings) => void) => void;
	/** Has this instance go by what is committed by now, where that can be had within a second. */
	lookNow: () => Promise<void>;
	close: () => Promise<void>;
}

interface Options {
	db: Db;
	databaseUrl: string;
	log: FastifyBaseLogger;
	/** How often it reads the setting without being told to. */
	lookAgainMs?: number;
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
	lookAgainMs,
}: Options): Promise<MaintenanceSwitch> {
	const watchers: ((now: Settings) => void)[] = [];
	let now: Settings | undefined;
	const look = async () => {
		const before = now;
		const read = await findSettings(db);
		now = read;
		if (before === undefined || isDeepStrictEqual(before, read)) return;
		log.info({ maintenanceMode: read.maintenanceMode }, 'maintenance setting changed');
		for (const watcher of watchers) watcher(read);
	};
	const { lookNow, close } = await openListener({
		url: databaseUrl,
		channel: 'settings',
		look,
		log,
		...(lookAgainMs !== undefined && { lookAgainMs }),
	});
	return {
		current() {
			if (!now) throw new Error('The listener looks before it is open.');
			return now;
		},
		watch: (watcher) => void watchers.push(watcher),
		lookNow,
		close,
	};
}
