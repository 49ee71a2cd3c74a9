import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureSignIn } from '../bench/measure-sign-in.ts';
import { cloneDatabase } from './support/clone.ts';

test('the benchmark of signing in measures it alone, in a crowd, and what others notice', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const environment = {
		DATA_DIR: folder,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER: join(import.meta.dirname, 'support', 'pages'),
	};

	const figures = await measureSignIn({
		...{ environment, items: 0, rounds: 1, times: 2, seconds: 0.2 },
		say: () => undefined,
	});

	for (const taken of [...figures.bare, ...figures.ours]) expect(taken).toHaveLength(2);
	expect([figures.atRest[0]?.length, figures.meanwhile[0]?.length]).toEqual([10, 10]);
	expect(figures.crowded.length).toBeGreaterThan(0);
	expect(figures.refused).toBe(0);
});
