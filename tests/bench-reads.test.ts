import { expect, test } from 'vitest';
import { measureReads } from '../bench/measure-reads.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('everything that people read is asked of the market, and of the bare handler before it', async () => {
	const environment = await benchEnvironment();

	const measured = await measureReads({
		environment,
		items: 60,
		rounds: 1,
		seconds: 0.02,
		isPinned: false,
		say: () => undefined,
	});

	expect(new Set(measured.map(({ kind }) => kind))).toEqual(
		new Set(['kept', 'never kept', 'known']),
	);
	for (const { name, turns, references } of measured) {
		for (const { perSecond, failed } of [...turns, ...references]) {
			expect(failed, name).toBe(0);
			expect(perSecond, name).toBeGreaterThan(0);
		}
	}
}, 90_000);
