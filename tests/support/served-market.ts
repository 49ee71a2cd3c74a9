import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { COLLEGE_DOMAIN } from './college.ts';
import { SECRET } from './secret.ts';

/** One market for all browser tests, started as people start it; each test brings its own people and things. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { address, dataDir, stop } = await startMarket({
		JWT_SECRET: SECRET,
		COLLEGE_NAME: 'Test College',
		COLLEGE_EMAIL_DOMAINS: COLLEGE_DOMAIN,
	});
	project.provide('marketAddress', address);
	project.provide('marketDataDir', dataDir);
	return stop;
}

/**
 * Starts a market as people start it, in a folder of its own, which goes when it is stopped.
 * @param given of its configuration
 */
export async function startMarket(given: Record<string, string>) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-browser-'));
	const market = spawn('node', ['server/main.ts'], {
		env: {
			...environment(),
			DATA_DIR: dataDir,
			PORT: '0',
			SEED_DEMO: '0',
			RATE_LIMIT: 'off',
			...given,
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	async function stop(): Promise<void> {
		market.kill('SIGTERM');
		if (market.exitCode === null) await once(market, 'exit');
		await rm(dataDir, { recursive: true, force: true });
	}
	try {
		return { address: await addressOf(market), dataDir, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** What a shell would give it, without a configuration that the machine may have. */
export function environment(): NodeJS.ProcessEnv {
	const { PATH, HOME, TMPDIR } = process.env;
	return { PATH, HOME, TMPDIR };
}

/** Where it says that it is open. */
export async function addressOf(market: ChildProcess): Promise<string> {
	if (!market.stdout) throw new Error('The market has no output.');
	for await (const line of createInterface({ input: market.stdout })) {
		const address = / is open at (\S+)/.exec(line)?.[1];
		if (address) return address;
	}
	throw new Error('The market did not open.');
}
