import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { readPostmasterPid } from '#server/db/embedded/data-directory.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { startAppProcess } from './app-process.ts';
import { copyMigratedDatabase } from './migrated-database.ts';
import { onCleanup } from './on-cleanup.ts';

export type KillTarget = 'the market' | 'its database' | 'both';

const WAIT = { timeout: 60_000, interval: 20 };

/**
 * Rounds of each fault test: in each round, a target is killed and started again. `npm run test:faults` sets a higher
 * number; above 1 the slow fault tests run as well.
 */
// biome-ignore lint/style/noProcessEnv: an option of the test run
export const FAULT_ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);

/** What is killed in tests of one feature: market and database at once, and at night also each alone. */
export const FEATURE_TARGETS: KillTarget[] =
	FAULT_ROUNDS > 1 ? ['the market', 'its database', 'both'] : ['both'];

/** An app for one test file, which can be killed and started again on the same port. */
export async function openKillableApp(settings: Record<string, string> = {}) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-kill-'));
	const cluster = join(await copyMigratedDatabase(join(dataDir, 'postgres')), 'cluster');
	let killedPid = 0;
	const start = (port: string) =>
		startAppProcess({
			DATA_DIR: dataDir,
			WEB_FOLDER: join(import.meta.dirname, 'pages'),
			LOG_LEVEL: 'silent',
			...settings,
			PORT: port,
		});

	let running = await start('0');
	const { address } = running;
	const { url } = await openDatabase({ dataDir, databaseUrl: undefined }, () => undefined);
	onCleanup(async () => {
		await running.stop();
		await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
	});

	return {
		address,
		url,
		dataDir,
		/** Kills without a shutdown, as in a power failure. */
		async kill(target: KillTarget): Promise<void> {
			killedPid = await readPostmasterPid(cluster);
			const ended = target === 'its database' ? undefined : running.stop('SIGKILL');
			if (target !== 'the market') process.kill(killedPid, 'SIGKILL');
			await ended;
		},
		/**
		 * Starts the app if it was killed, and waits until it serves again: the app must repair everything else by itself.
		 * @throws Error when the app has ended by itself
		 */
		async restart(): Promise<void> {
			if (running.child.signalCode !== null) running = await start(new URL(address).port);
			// The child processes of a killed database may still answer for a moment: wait for the new one.
			await vi.waitUntil(async () => {
				if (running.child.exitCode !== null) throw new Error('the market ended by itself');
				return ![0, killedPid].includes(await readPostmasterPid(cluster));
			}, WAIT);
			const isReady = () =>
				fetch(`${address}/health/ready`).then(
					({ ok }) => ok,
					() => false,
				);
			await vi.waitUntil(isReady, WAIT);
		},
		/** @returns its exit code */
		stop: () => running.stop(),
	};
}

export type KillableApp = Awaited<ReturnType<typeof openKillableApp>>;
