import { expect, test } from 'vitest';
import type { Kind } from '../bench/lib/visit-requests.ts';
import { measureFirstEvening } from '../bench/scenarios/first-evening.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of the first evening counts page views, lists, items, pictures and rarer actions, and no failures', async () => {
	const environment = await benchEnvironment();

	const loads = await measureFirstEvening({
		environment,
		items: 60,
		online: [5, 10],
		arriveSeconds: 0.2,
		seconds: 0.8,
		pauseMs: 20,
		photoSize: { width: 800, height: 600 },
		isPinned: false,
		log: () => undefined,
	});

	expect(loads.map(({ online }) => online)).toEqual([5, 10]);
	const countDone = (...kinds: Kind[]) =>
		loads.flatMap((load) => kinds.flatMap((kind) => load.kinds.get(kind)?.durationsMs ?? []))
			.length;
	for (const kind of ['page', 'list', 'item', 'picture'] as const) {
		expect(countDone(kind), kind).toBeGreaterThan(0);
	}
	// These are rarer: in so short a run, not each of them must happen.
	expect(countDone('search', 'message', 'sign-in', 'sign-up', 'post')).toBeGreaterThan(0);
	for (const { kinds, serverShare } of loads) {
		for (const [kind, { failed }] of kinds) expect(failed, kind).toBe(0);
		expect(serverShare).toBeGreaterThan(0);
	}
});
