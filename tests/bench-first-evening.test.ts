import { expect, test } from 'vitest';
import type { Kind } from '../bench/evening-requests.ts';
import { measureFirstEvening } from '../bench/measure-first-evening.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('on the first evening people look, search, sign in, post and talk, and all of it is counted', async () => {
	const environment = await benchEnvironment();

	const loads = await measureFirstEvening({
		...{ environment, items: 60, online: [5, 10] },
		...{ arriveSeconds: 0.2, seconds: 0.8, thinkMs: 20 },
		sides: { width: 800, height: 600 },
		isPinned: false,
		say: () => undefined,
	});

	expect(loads.map(({ online }) => online)).toEqual([5, 10]);
	const done = (...kinds: Kind[]) =>
		loads.flatMap((load) => kinds.flatMap((kind) => load.kinds.get(kind)?.taken ?? [])).length;
	for (const kind of ['page', 'list', 'item', 'picture'] as const) {
		expect(done(kind), kind).toBeGreaterThan(0);
	}
	expect(done('search', 'message', 'sign-in', 'sign-up', 'post')).toBeGreaterThan(0);
	for (const { kinds, busy } of loads) {
		for (const [kind, { failed }] of kinds) expect(failed, kind).toBe(0);
		expect(busy).toBeGreaterThan(0);
	}
});
