import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate/migrate.ts';
import { createEmptyDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';

const MARKET = `
	insert into users (id, user_name, email) overriding system value values
		(1, 'Asha', 'asha@campus.example'), (2, 'Ravi', 'ravi@campus.example');
	insert into items (id, seller_id, title, description, price, category) overriding system value values
		(1, 2, 'Drafter', 'As good as new.', 300, 'Instruments');`;

/** What the notifications of the first user are about. */
const reportsOf = (url: string) =>
	query(url, 'select report_kind as kind, report_id as report from notices order by id');

test('the migrations link each earlier notification about the outcome of a report to that report', async () => {
	const url = await createEmptyDatabase();
	// The last migration before the one that added the columns.
	await migrate(url, { through: '0023_when_sold_when_begun' });
	await query(
		url,
		`${MARKET}
		insert into item_reports (id, reporter_id, item_id, complaint, type, status, resolved_at)
			overriding system value values (11, 1, 1, 'Broken', 'spam', 'dismissed', '2026-10-01');
		insert into user_reports (id, reporter_id, reported_id, complaint, type, status, resolved_at)
			overriding system value values
			(21, 1, 2, 'Rude', 'spam', 'dismissed', '2026-10-02'), (22, 1, 2, 'Late', 'spam', 'dismissed', '2026-10-02');
		insert into notices (user_id, kind, title, message, created_at)
			select 1, 'report', 'Closed', 'We looked.', told
			from unnest('{2026-10-01, 2026-10-02, 2026-10-02, 2026-10-03}'::timestamptz[]) told`,
	);

	await migrate(url);

	expect(await reportsOf(url)).toEqual([
		{ kind: 'item', report: 11 },
		{ kind: 'user', report: 21 },
		{ kind: 'user', report: 22 },
		{ kind: null, report: null },
	]);
});

const SHARED =
	'id, reporter_id, complaint, type, status, action, admin_notes, resolved_by, resolved_at, created_at';

/** The rows of the four tables of the version before, in the form of the one table. */
const EARLIER = `
	select 'item' as kind, ${SHARED}, item_id, null::int as reported_id, null::int as wanted_id, null::int as review_id,
		null::int as mentioned_item_id, null::int as chat_item_id, null::int as chat_buyer_id, null::bigint[] as read_message_ids
	from item_reports
	union all select 'user', ${SHARED}, null, reported_id, null, null, item_id, chat_item_id, chat_buyer_id, read_message_ids
	from user_reports
	union all select 'wanted', ${SHARED}, null, null, wanted_id, null, null, null, null, null from wanted_reports
	union all select 'review', ${SHARED}, null, null, null, review_id, null, null, null, null from review_reports
	order by kind, id`;
const CARRIED_OVER = `
	select kind, ${SHARED}, item_id, reported_id, wanted_id, review_id,
		mentioned_item_id, chat_item_id, chat_buyer_id, read_message_ids
	from reports order by kind, id`;

test('the reports of the version before keep their ids, decisions, chats and notifications in the one table, and new ids continue', async () => {
	const url = await createEmptyDatabase();
	await migrate(url, { through: '0079_drop_search_anchors' });
	await query(
		url,
		`${MARKET}
		insert into admins (id, username, email, password_hash, role_level) overriding system value values
			(1, 'Sunita', 'sunita@campus.example', 'x', 'admin');
		insert into wanted_posts (id, user_id, title, expires_at) overriding system value values (1, 2, 'Kettle', now());
		insert into deals (item_id, buyer_id, seller_id) values (1, 1, 2);
		insert into deal_sales (id, item_id, buyer_id, price) overriding system value values (1, 1, 1, 300);
		insert into deal_reviews (id, sale_id, writer_id, about_id, role, stars, tags) overriding system value values
			(1, 1, 1, 2, 'buyer', 4, '{}');
		insert into item_reports (reporter_id, item_id, complaint, type) values (1, 1, 'Brokén', 'fraud');
		insert into item_reports (reporter_id, item_id, complaint, type, status, action, admin_notes, resolved_by, resolved_at)
			values (1, 1, 'Broken', 'spam', 'resolved', 'item_banned', 'Seen.', 1, '2026-10-02');
		insert into user_reports (reporter_id, reported_id, complaint, type) values (2, 1, 'Rude', 'harassment');
		insert into user_reports (reporter_id, reported_id, complaint, type, status, resolved_at, item_id, chat_item_id,
			chat_buyer_id, read_message_ids)
			values (1, 2, 'Rude', 'scam', 'dismissed', '2026-10-03', 1, 1, 1, '{7,9}');
		insert into wanted_reports (reporter_id, wanted_id, complaint, type) values (1, 1, 'Spam', 'spam');
		insert into review_reports (reporter_id, review_id, complaint, type, status, action, resolved_by, resolved_at)
			select 2, 1, 'Untrue ' || n, 'other', 'resolved', 'review_hidden', 1, '2026-10-04' from generate_series(1, 3) n;
		insert into notices (user_id, kind, title, message, item_report_id, user_report_id, review_report_id) values
			(1, 'report', 'Closed', 'We looked.', 2, null, null), (1, 'report', 'Closed', 'We looked.', null, 2, null),
			(2, 'report', 'Closed', 'We looked.', null, null, 2)`,
	);
	const before = await query(url, EARLIER);

	await migrate(url);

	expect(before).toHaveLength(8);
	expect(await query(url, CARRIED_OVER)).toEqual(before);
	expect(await reportsOf(url)).toEqual([
		{ kind: 'item', report: 2 },
		{ kind: 'user', report: 2 },
		{ kind: 'review', report: 2 },
	]);
	expect(await query(url, "select id, words from reports where kind = 'item' order by id")).toEqual(
		[
			{ id: 1, words: 'broken\nasha\ndrafter' },
			{ id: 2, words: 'broken\nasha\ndrafter' },
		],
	);
	const insert = `insert into reports (reporter_id, item_id, complaint, type) values (1, 1, $1, 'spam')
		on conflict do nothing returning kind, id`;
	// The first of these is pending already.
	expect(await query(url, insert, ['Brokén'])).toEqual([]);
	const [added] = await query(url, insert, ['Dented']);
	expect(added?.kind).toBe('item');
	expect(Number(added?.id)).toBeGreaterThan(3);
});
