import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate/migrate.ts';
import { createEmptyDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';

/* Notifications about the outcome of a report name this report, in the columns `item_report_id` and `user_report_id`. */

/** The last migration before the one that added these columns. */
const BEFORE = '0023_when_sold_when_begun';
const REPORTS = `
	insert into users (id, user_name, email) overriding system value values
		(1, 'Asha', 'asha@campus.example'), (2, 'Ravi', 'ravi@campus.example');
	insert into items (id, seller_id, title, description, price, category) overriding system value values
		(1, 2, 'Drafter', 'As good as new.', 300, 'Instruments');
	insert into item_reports (id, reporter_id, item_id, complaint, type, status, resolved_at)
		overriding system value values (11, 1, 1, 'Broken', 'spam', 'dismissed', '2026-10-01');
	insert into user_reports (id, reporter_id, reported_id, complaint, type, status, resolved_at)
		overriding system value values
		(21, 1, 2, 'Rude', 'spam', 'dismissed', '2026-10-02'), (22, 1, 2, 'Late', 'spam', 'dismissed', '2026-10-02');`;
/** Notifications as the previous version inserts them: one about each report, and one about no report. */
const NOTIFICATIONS = `
	insert into notices (user_id, kind, title, message, created_at)
	select 1, 'report', 'Closed', 'We looked.', told
	from unnest('{2026-10-01, 2026-10-02, 2026-10-02, 2026-10-03}'::timestamptz[]) told`;

const reportsOf = (url: string) =>
	query(url, 'select item_report_id as item, user_report_id as user from notices order by id');

const EXPECTED = [
	{ item: 11, user: null },
	{ item: null, user: 21 },
	{ item: null, user: 22 },
	{ item: null, user: null },
];

test('the migration links each earlier notification about the outcome of a report to that report', async () => {
	const url = await createEmptyDatabase();
	await migrate(url, { through: BEFORE });
	await query(url, REPORTS + NOTIFICATIONS);

	await migrate(url);

	expect(await reportsOf(url)).toEqual(EXPECTED);
});

test('a trigger links each notification that the previous version of the server inserts to its report', async () => {
	const url = await createEmptyDatabase();
	await migrate(url);

	await query(url, REPORTS);
	await query(url, NOTIFICATIONS);

	expect(await reportsOf(url)).toEqual(EXPECTED);
});
