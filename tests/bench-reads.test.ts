import { expect, test } from 'vitest';
import { measureReads } from '../bench/scenarios/reads.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of reads measures every case on the server and on the baseline', async () => {
	const environment = await benchEnvironment();

	const measured = await measureReads({
		environment,
		items: 60,
		rounds: 1,
		seconds: 0.02,
		isPinned: false,
		log: () => undefined,
	});

	expect(new Set(measured.map(({ kind }) => kind))).toEqual(
		new Set(['cached', 'uncached', 'not modified', 'own']),
	);
	for (const { name, server, baseline } of measured) {
		for (const { perSecond, failed } of [...server, ...baseline]) {
			expect(failed, name).toBe(0);
			expect(perSecond, name).toBeGreaterThan(0);
		}
	}
}, 90_000);
