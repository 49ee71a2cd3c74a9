import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureSearch } from '../bench/measure-search.ts';
import { SEARCH_CASES } from '../bench/search-cases.ts';
import { cloneDatabase } from './support/clone.ts';

test('the benchmark of finding measures every case, over HTTP and as SQL alone', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const environment = {
		DATA_DIR: folder,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER: join(import.meta.dirname, 'support', 'pages'),
	};

	const figures = await measureSearch({
		environment,
		items: 1000,
		rounds: 2,
		say: () => undefined,
	});

	expect(figures.map(({ name }) => name)).toEqual(SEARCH_CASES.map(({ name }) => name));
	for (const { http, sql } of figures) {
		expect(http).toHaveLength(2);
		expect(sql).toHaveLength(2);
		for (const duration of [...http, ...sql]) expect(duration).toBeGreaterThan(0);
	}
});
