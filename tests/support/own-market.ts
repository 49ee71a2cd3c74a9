import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, environment } from './served-market.ts';
import { whenDone } from './when-done.ts';

/**
 * A market of a test file's own, started as people start it: it may be closed without harm to other tests.
 * @param given of its configuration
 */
export async function openOwnMarket(given: Record<string, string> = {}) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-own-'));
	const market = spawn('node', ['server/main.ts'], {
		env: {
			...environment(),
			DATA_DIR: dataDir,
			PORT: '0',
			SEED_DEMO: '0',
			RATE_LIMIT: 'off',
			LOG_LEVEL: 'warn',
			...given,
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	whenDone(async () => {
		market.kill('SIGTERM');
		if (market.exitCode === null) await once(market, 'exit');
		await rm(dataDir, { recursive: true, force: true });
	});

	return { address: await addressOf(market), dataDir };
}
