import { pino } from 'pino';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { fillWithDemo } from '#tools/demo/seed.ts';
import type { Log } from './scenario.ts';

/**
 * Starts a server with the demo's items on a free port, in this process.
 * @param dataDir keeps the items for the next run
 */
export async function openDemoServer(
	dataDir: string,
	log: Log,
): Promise<{ address: string; close: () => Promise<void> }> {
	const config = readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off' });
	return startApp({
		config,
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: log,
		beforeServing: async (context) => {
			await fillWithDemo(context, log);
		},
	});
}
