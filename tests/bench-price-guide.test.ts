import { expect, test } from 'vitest';
import { measurePriceGuide } from '../bench/scenarios/price-guide.ts';
import { benchEnvironment } from './support/bench-environment.ts';
import { query } from './support/query.ts';

test('the benchmark of the price guide marks all items as sold and measures each kind of title', async () => {
	const environment = await benchEnvironment();
	const log = () => undefined;

	const measurements = await measurePriceGuide({ environment, items: 300, rounds: 10, log });

	expect(measurements).toMatchObject([
		{ name: 'titles like those sold', isTypical: true },
		{ name: 'titles like no other', isTypical: false, answersWithPrices: 0 },
	]);
	for (const { durationsMs } of measurements) expect(durationsMs).toHaveLength(10);
	expect(measurements[0]?.answersWithPrices).toBeGreaterThan(0);
	const counts = 'select count(*)::int as items, count(sold_at)::int as sold from items';
	expect(await query(environment.DATABASE_URL, counts)).toEqual([{ items: 300, sold: 300 }]);
}, 90_000);
