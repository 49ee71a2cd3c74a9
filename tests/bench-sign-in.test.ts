import { expect, test } from 'vitest';
import { measureSignIn } from '../bench/scenarios/sign-in.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of sign-in measures single sign-ins, the baseline, parallel sign-ins, and other requests during sign-ins', async () => {
	const environment = await benchEnvironment();

	const measurements = await measureSignIn({
		environment,
		items: 0,
		turns: 1,
		times: 2,
		rounds: 1,
		seconds: 0.2,
		log: () => undefined,
	});

	for (const durationsMs of [
		measurements.argon2,
		measurements.baseline,
		measurements.server,
	].flat()) {
		expect(durationsMs).toHaveLength(2);
	}
	expect([measurements.atRest[0]?.length, measurements.whileSigningIn[0]?.length]).toEqual([
		10, 10,
	]);
	expect(measurements.parallel.length).toBeGreaterThan(0);
	expect(measurements.refused).toBe(0);
});
