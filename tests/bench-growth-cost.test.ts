import { expect, test } from 'vitest';
import { measureGrowthCost } from '../bench/measure-growth-cost.ts';
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
