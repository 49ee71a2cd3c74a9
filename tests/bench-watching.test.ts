import { expect, test } from 'vitest';
import { measureRequests, measureWork } from '../bench/measure-watching.ts';

test('the benchmark of watching measures both sides in every round', async () => {
	const few = { rounds: 2, requests: 64 };

	const costs = [await measureRequests(few), await measureWork(few)];

	for (const { unseen, seen } of costs) {
		expect([unseen.length, seen.length]).toEqual([2, 2]);
		for (const cost of [...unseen, ...seen]) expect(cost).toBeGreaterThanOrEqual(0);
	}
});
