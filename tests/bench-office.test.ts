import { expect, test } from 'vitest';
import { OFFICE_LISTS, OFFICE_STATISTICS } from '../bench/lib/office-cases.ts';
import { measureOffice } from '../bench/scenarios/office.ts';
import { benchEnvironment } from './support/bench-environment.ts';
import { query } from './support/query.ts';

test('the benchmark of the back-office fills a database and measures every call', async () => {
	const environment = await benchEnvironment();

	const figures = await measureOffice({
		environment,
		items: 300,
		rounds: 1,
		log: () => undefined,
	});

	const lists = OFFICE_LISTS.flatMap(({ filters }) => filters);
	expect(figures).toHaveLength(lists.length + OFFICE_STATISTICS.length);
	for (const { first } of figures) expect(first).toHaveLength(1);
	const [counted] = await query(
		environment.DATABASE_URL,
		`select (select count(*)::int from items) as items, (select count(*)::int from users) as users,
			(select count(*)::int from item_reports) as reports, (select count(*)::int from feedback) as feedback`,
	);
	expect(counted).toEqual({ items: 300, users: 30, reports: 15, feedback: 6 });
}, 90_000);
