import { expect, test } from 'vitest';
import { measurePosting } from '../bench/scenarios/posting.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test.skipIf(process.platform !== 'linux')(
	'the benchmark of posting measures sharp alone, posting an item, and other requests meanwhile',
	{ timeout: 120_000 },
	async () => {
		const environment = await benchEnvironment();

		const figures = await measurePosting({
			...{ environment, items: 0, rounds: 1, seconds: 0.5 },
			photoSize: { width: 800, height: 600 },
			log: () => undefined,
		});

		for (const { ms, peakMb } of [...figures.baseline, ...figures.server]) {
			expect(ms).toBeGreaterThan(0);
			expect(peakMb).toBeGreaterThan(0);
		}
		expect([figures.baseline.length, figures.server.length]).toEqual([1, 1]);
		expect([figures.atRest[0]?.length, figures.whilePosting[0]?.length]).toEqual([25, 25]);
		expect(figures.posted).toBeGreaterThan(0);
	},
);
