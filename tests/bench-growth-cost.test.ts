import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { measureGrowthCost } from '../bench/measure-growth-cost.ts';
import { databaseSeconds } from '../bench/processor-time.ts';
import { benchEnvironment } from './support/bench-environment.ts';

/** Who talk in it have brought an item each, and pictures of more would take longer than all the rest. */
async function emptyMarket() {
	const environment = await benchEnvironment();
	return { items: 0, environment };
}

test.skipIf(process.platform !== 'linux')(
	'the benchmark of growth does the same on each of its markets',
	async () => {
		const markets = [await emptyMarket(), await emptyMarket()];

		const figures = await measureGrowthCost({
			...{ markets, rounds: 1, seconds: 0.02 },
			say: () => undefined,
		});

		expect(figures.map(({ items }) => items)).toEqual([0, 0]);
		for (const [name, { taken, workMs }] of figures.flatMap(({ costs }) => Object.entries(costs))) {
			expect(taken[0]?.length, name).toBeGreaterThan(0);
			expect(workMs, name).toHaveLength(1);
		}
	},
);

test.skipIf(process.platform !== 'linux')(
	'what a database works is counted though connections end while it is',
	async () => {
		const pool = new pg.Pool({ connectionString: inject('databaseServer'), max: 1 });
		onTestFinished(() => pool.end());
		const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
		const { pid: ended } = spawnSync(process.execPath, ['--version']);
		const listed = { query: async () => ({ rows: [{ pid: ended }, ...rows] }) };

		const seconds = await databaseSeconds(listed as unknown as pg.Pool);

		expect(seconds).toBeGreaterThan(0);
	},
);
