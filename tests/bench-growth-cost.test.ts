import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseCpuSeconds } from '../bench/lib/cpu-time.ts';
import { measureGrowth } from '../bench/scenarios/growth.ts';
import { benchEnvironment } from './support/bench-environment.ts';

/**
 * A site without items: to fill in items with photos would take longer than the rest of the test. The benchmark adds
 * one item for each pair of chat users.
 */
async function siteWithoutItems() {
	const environment = await benchEnvironment();
	return { items: 0, environment };
}

test.skipIf(process.platform !== 'linux')(
	'the benchmark of growth measures the duration and processor time of every action on each site',
	async () => {
		const sites = [await siteWithoutItems(), await siteWithoutItems()];

		const measurements = await measureGrowth({
			sites,
			rounds: 1,
			seconds: 0.02,
			log: () => undefined,
		});

		expect(measurements.map(({ items }) => items)).toEqual([0, 0]);
		for (const [name, { durationsMs, cpuMs }] of measurements.flatMap(({ costs }) =>
			Object.entries(costs),
		)) {
			expect(durationsMs[0]?.length, name).toBeGreaterThan(0);
			expect(cpuMs, name).toHaveLength(1);
		}
	},
);

test.skipIf(process.platform !== 'linux')(
	'the benchmark counts the processor time of the database even if connections end during the measurement',
	async () => {
		const pool = new pg.Pool({ connectionString: inject('databaseServer'), max: 1 });
		onTestFinished(() => pool.end());
		const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
		const { pid: ended } = spawnSync(process.execPath, ['--version']);
		/** A pool that lists the process of an ended connection, and then the process of the open one. */
		const fakePool = { query: async () => ({ rows: [{ pid: ended }, ...rows] }) };

		const seconds = await databaseCpuSeconds(fakePool as unknown as pg.Pool);

		expect(seconds).toBeGreaterThan(0);
	},
);
