import { expect, test } from 'vitest';
import { measureSignIn } from '../bench/measure-sign-in.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of signing in measures it alone, beside a bare program, in a crowd, and what others notice', async () => {
	const environment = await benchEnvironment();

	const figures = await measureSignIn({
		...{ environment, items: 0, turns: 1, times: 2, rounds: 1, seconds: 0.2 },
		say: () => undefined,
	});

	for (const taken of [figures.bare, figures.least, figures.ours].flat()) {
		expect(taken).toHaveLength(2);
	}
	expect([figures.atRest[0]?.length, figures.meanwhile[0]?.length]).toEqual([10, 10]);
	expect(figures.crowded.length).toBeGreaterThan(0);
	expect(figures.refused).toBe(0);
});
