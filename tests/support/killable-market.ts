import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { readPostmasterPid } from '#server/db/embedded/data-directory.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { readyDatabase } from './ready-database.ts';
import { SECRET } from './secret.ts';
import { addressOf, environment } from './served-market.ts';
import { whenDone } from './when-done.ts';

export type Victim = 'the market' | 'its database' | 'both';

const WAIT = { timeout: 60_000, interval: 20 };

/** `npm run test:faults` asks for more. */
// biome-ignore lint/style/noProcessEnv: how often is for whoever runs it to say
export const FAULT_ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);

/** An app for one test file, which can be killed and started again on the same port. */
export async function openKillableMarket(given: Record<string, string> = {}) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-kill-'));
	const env = {
		...environment(),
		DATA_DIR: dataDir,
		WEB_FOLDER: join(import.meta.dirname, 'pages'),
		SEED_DEMO: '0',
		RATE_LIMIT: 'off',
		LOG_LEVEL: 'silent',
		JWT_SECRET: SECRET,
		...given,
	};
	const cluster = join(await readyDatabase(join(dataDir, 'postgres')), 'cluster');
	let killed = 0;
	let running: ChildProcess;
	async function start(port: string): Promise<string> {
		running = spawn(process.execPath, ['server/main.ts'], {
			env: { ...env, PORT: port },
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		return addressOf(running);
	}
	async function end(signal: NodeJS.Signals): Promise<number | null> {
		running.kill(signal);
		if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
		return running.exitCode;
	}

	const address = await start('0');
	const { url } = await openDatabase({ dataDir, databaseUrl: undefined }, () => undefined);
	whenDone(async () => {
		await end('SIGTERM');
		await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
	});

	return {
		address,
		url,
		dataDir,
		/** Kills without a shutdown, as in a power failure. */
		async kill(victim: Victim): Promise<void> {
			killed = await readPostmasterPid(cluster);
			const ended = victim === 'its database' ? undefined : end('SIGKILL');
			if (victim !== 'the market') process.kill(killed, 'SIGKILL');
			await ended;
		},
		/** Starts it if it is gone, and waits until it serves; nothing else is repaired. */
		async comeBack(): Promise<void> {
			if (running.signalCode !== null) await start(new URL(address).port);
			// The rest of a killed database still answers for a moment.
			await vi.waitUntil(async () => ![0, killed].includes(await readPostmasterPid(cluster)), WAIT);
			const isReady = () =>
				fetch(`${address}/health/ready`).then(
					({ ok }) => ok,
					() => false,
				);
			await vi.waitUntil(isReady, WAIT);
		},
		/** @returns its exit code */
		stop: () => end('SIGTERM'),
	};
}

export type KillableMarket = Awaited<ReturnType<typeof openKillableMarket>>;
