import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureGrowthCost } from '../bench/measure-growth-cost.ts';
import { cloneDatabase } from './support/clone.ts';

/** Who talk in it have brought an item each, and pictures of more would take longer than all the rest. */
async function emptyMarket() {
	const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const environment = {
		DATA_DIR: folder,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER: join(import.meta.dirname, 'support', 'pages'),
	};
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
