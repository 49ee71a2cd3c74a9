import { expect, test } from 'vitest';
import { measureEvents, measureRequests } from '../bench/scenarios/metrics-overhead.ts';

test('the benchmark of metrics measures the costs with and without metrics in every round', async () => {
	const few = { rounds: 2, count: 64 };

	const costs = [await measureRequests(few), await measureEvents(few)];

	for (const cost of costs) {
		expect([cost.without.length, cost.with.length]).toEqual([2, 2]);
		for (const microseconds of [...cost.without, ...cost.with])
			expect(microseconds).toBeGreaterThanOrEqual(0);
	}
});
