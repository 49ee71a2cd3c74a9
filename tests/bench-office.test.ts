import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureOffice } from '../bench/measure-office.ts';
import { OFFICE_FIGURES, OFFICE_LISTS } from '../bench/office-cases.ts';
import { cloneDatabase } from './support/clone.ts';
import { query } from './support/query.ts';

test('the benchmark of the back-office fills a market and measures every call', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const url = await cloneDatabase();
	const environment = {
		DATA_DIR: folder,
		DATABASE_URL: url,
		WEB_FOLDER: join(import.meta.dirname, 'support', 'pages'),
	};

	const figures = await measureOffice({
		environment,
		items: 300,
		rounds: 1,
		say: () => undefined,
	});

	const lists = OFFICE_LISTS.flatMap(({ filters }) => filters);
	expect(figures).toHaveLength(lists.length + OFFICE_FIGURES.length);
	for (const { first } of figures) expect(first).toHaveLength(1);
	const [counted] = await query(
		url,
		`select (select count(*)::int from items) as items, (select count(*)::int from users) as users,
			(select count(*)::int from item_reports) as reports, (select count(*)::int from feedback) as feedback`,
	);
	expect(counted).toEqual({ items: 300, users: 30, reports: 15, feedback: 6 });
}, 90_000);
