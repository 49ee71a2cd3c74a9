import { expect, test } from 'vitest';
import { ADMIN_LISTS, ADMIN_STATISTICS } from '../bench/lib/admin-cases.ts';
import { measureAdmin } from '../bench/scenarios/admin.ts';
import { benchEnvironment } from './support/bench-environment.ts';
import { query } from './support/query.ts';

test('the benchmark of the back-office fills a database and measures every call', async () => {
	const environment = await benchEnvironment();

	const measurements = await measureAdmin({
		environment,
		items: 300,
		rounds: 1,
		log: () => undefined,
	});

	const lists = ADMIN_LISTS.flatMap(({ filters }) => filters);
	expect(measurements).toHaveLength(lists.length + ADMIN_STATISTICS.length);
	for (const { firstPage } of measurements) expect(firstPage).toHaveLength(1);
	const [rowCounts] = await query(
		environment.DATABASE_URL,
		`select (select count(*)::int from items) as items, (select count(*)::int from users) as users,
			(select count(*)::int from item_reports) as reports, (select count(*)::int from feedback) as feedback`,
	);
	expect(rowCounts).toEqual({ items: 300, users: 30, reports: 15, feedback: 6 });
}, 90_000);
