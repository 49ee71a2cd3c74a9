import { join } from 'node:path';
import { pino } from 'pino';
import { fillWithDemo } from '#ops/demo/seed.ts';
import { ROOT } from '#ops/program.ts';
import { say } from '#ops/terminal.ts';
import { readConfig } from '#server/config.ts';
import { openMarket } from '#server/market.ts';

interface DemoMarket {
	address: string;
	close: () => Promise<void>;
}

/** The demo market on a free port, kept in `.cache` so that a second benchmark need not fill it again. */
export async function openDemoMarket(): Promise<DemoMarket> {
	const config = readConfig({
		DATA_DIR: join(ROOT, '.cache', 'bench-demo'),
		PORT: '0',
		RATE_LIMIT: 'off',
	});
	return openMarket({
		config,
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: say,
		beforeServing: async (parts) => {
			await fillWithDemo(parts, say);
		},
	});
}
