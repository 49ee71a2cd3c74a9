import { expect, test } from 'vitest';
import { measurePosting } from '../bench/scenarios/posting.ts';
import { benchEnvironment } from './support/bench-environment.ts';

// The benchmark reads the programs' memory from /proc.
test.skipIf(process.platform !== 'linux')(
	'the benchmark of posting measures image processing alone, posting an item, and other requests at rest and during posting',
	{ timeout: 120_000 },
	async () => {
		const environment = await benchEnvironment();

		const measurements = await measurePosting({
			environment,
			items: 0,
			rounds: 1,
			seconds: 0.5,
			photoSize: { width: 800, height: 600 },
			log: () => undefined,
		});

		for (const { ms, peakMb } of [...measurements.baseline, ...measurements.server]) {
			expect(ms).toBeGreaterThan(0);
			expect(peakMb).toBeGreaterThan(0);
		}
		expect([measurements.baseline.length, measurements.server.length]).toEqual([1, 1]);
		// Fifty requests a second, for half a second each.
		expect([measurements.atRest[0]?.length, measurements.whilePosting[0]?.length]).toEqual([
			25, 25,
		]);
		expect(measurements.posted).toBeGreaterThan(0);
	},
);
