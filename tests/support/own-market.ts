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
	const env = { ...environment(), DATA_DIR: dataDir };
	const market = spawn('node', ['server/main.ts'], {
		env: { ...env, PORT: '0', SEED_DEMO: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...given },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	whenDone(async () => {
		market.kill('SIGTERM');
		if (market.exitCode === null) await once(market, 'exit');
		await rm(dataDir, { recursive: true, force: true });
	});

	/** As the people who run the market do it: `npm run maintenance -- on`. */
	async function maintenance(...words: string[]): Promise<void> {
		const command = spawn('node', ['ops/maintenance.ts', ...words], {
			env,
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		const [code] = await once(command, 'exit');
		if (code !== 0) throw new Error(`The command ended with ${code}.`);
	}

	return { address: await addressOf(market), dataDir, maintenance };
}
