import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureReads } from '../bench/measure-reads.ts';
import { cloneDatabase } from './support/clone.ts';

test('everything that people read is asked of the market, and of the bare handler before it', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const environment = {
		DATA_DIR: folder,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER: join(import.meta.dirname, 'support', 'pages'),
	};

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
