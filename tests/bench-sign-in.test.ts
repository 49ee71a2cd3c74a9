import { expect, test } from 'vitest';
import { measureSignIn } from '../bench/scenarios/sign-in.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of sign-in measures one user, the baseline, twenty users, and listings meanwhile', async () => {
	const environment = await benchEnvironment();

	const figures = await measureSignIn({
		...{ environment, items: 0, turns: 1, times: 2, rounds: 1, seconds: 0.2 },
		log: () => undefined,
	});

	for (const taken of [figures.argon2, figures.baseline, figures.server].flat()) {
		expect(taken).toHaveLength(2);
	}
	expect([figures.atRest[0]?.length, figures.whileSigningIn[0]?.length]).toEqual([10, 10]);
	expect(figures.parallel.length).toBeGreaterThan(0);
	expect(figures.refused).toBe(0);
});
