import { describe, expect, test } from 'vitest';
import { PAGING_LIMITS, type Pagination } from '#contract/core/paging.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const [person, other] = [await t.student(), await t.student()];
const item = await t.item(person);

const PAGE_SIZE = PAGING_LIMITS.pageSizeMax;
const COUNTED_PAGES = PAGING_LIMITS.countLimit / PAGE_SIZE;
/** The count limit, one more page, and a few entries. */
const ENTRY_COUNT = PAGING_LIMITS.countLimit + PAGE_SIZE + 20;
const series = sql`generate_series(1, ${ENTRY_COUNT}::int) as n`;

await t.db.execute(sql`
	insert into users (user_name, email)
	select 'Beyonder ' || n, 'beyonder-' || n || '@campus.example' from ${series}`);
await t.db.execute(sql`
	insert into items (seller_id, title, description, price, category)
	select ${person.id}::int, 'Beyondlamp ' || n, 'Warm.', 100 + n % 7, 'Essentials' from ${series}`);
await t.db.execute(sql`
	insert into reports (reporter_id, item_id, complaint, type)
	select ${other.id}::int, ${item.id}::int, 'Beyond ' || n, 'fraud' from ${series}`);
await t.db.execute(sql`
	insert into reports (reporter_id, reported_id, complaint, type)
	select ${other.id}::int, ${person.id}::int, 'Beyond ' || n, 'scam' from ${series}`);
await t.db.execute(sql`
	insert into reports (reporter_id, reported_id, complaint, type)
	select ${other.id}::int, id, words, 'spam' from users cross join unnest(array['Once', 'Again']) as words
	where user_name like 'Beyonder %'`);
await t.db.execute(sql`
	insert into feedback (name, email, rating, category, feedback)
	select 'Asha', 'asha@campus.example', 5, 'product', 'Beyond ' || n from ${series}`);
await t.db.execute(sql`
	insert into announcements (title, message, type, target, delivered_at)
	select 'Beyond', 'Number ' || n, 'success', 'admins', now() from ${series}`);
// The trigger of the audit log is off, because with the trigger these inserts would take a minute.
await query(
	t.url,
	`set session_replication_role = replica;
	insert into audit_log (id, action, target, severity, ip_address, details)
	select n, 'ITEM_BANNED', 'item ' || n, 'HIGH', '10.1.2.3', 'beyond' from generate_series(1, ${ENTRY_COUNT}) as n;
	update audit_head set last_id = ${ENTRY_COUNT}`,
);

const LISTS = [
	['users', '/users?search=beyonder', 'users'],
	['users sorted by name', '/users?search=beyonder&sort=name', 'users'],
	['items with a search text', '/items?search=beyondlamp', 'items'],
	['items of a category', '/items?category=Essentials&sort=cheapest', 'items'],
	['item reports', '/reports?type=fraud', 'reports'],
	['item reports with a search text, oldest first', '/reports?q=beyond&sort=oldest', 'reports'],
	['user reports, one per user', '/user-reports?type=spam&each=target', 'userReports'],
	['feedback', '/feedback?category=product', 'feedbacks'],
	['notifications', '/notifications?type=success', 'notifications'],
	['audit entries', `/audit-logs?upTo=${ENTRY_COUNT}`, 'auditLogs'],
	[
		'audit entries with an action filter and a search text',
		'/audit-logs?q=beyond&action=ITEM_BANNED',
		'auditLogs',
	],
] as const;

interface Page {
	ids: number[];
	pagination: Pagination;
}

async function getPage(
	path: string,
	name: string,
	page: number,
	limit: number = PAGE_SIZE,
): Promise<Page> {
	const res = await t.as(superAdmin).get(`/admin${path}&limit=${limit}&page=${page}`);
	expect(res.statusCode, res.body).toBe(200);
	const body = res.json();
	const ids = body[name].map(({ id }: { id: number }) => id);
	return { ids, pagination: body.pagination };
}

describe.each(LISTS)('pages of the admin list of %s', (_what, path, name) => {
	const counted = { total: PAGING_LIMITS.countLimit, isExact: false, hasPrev: true };

	test('pages beyond the count limit continue to the last row, and one that crosses the limit is complete and in order', async () => {
		const lastCounted = await getPage(path, name, COUNTED_PAGES);
		const firstUncounted = await getPage(path, name, COUNTED_PAGES + 1);
		const lastPage = await getPage(path, name, COUNTED_PAGES + 2);
		const emptyPage = await getPage(path, name, COUNTED_PAGES + 3);

		const all = [lastCounted, firstUncounted, lastPage, emptyPage];
		expect(all.map(({ ids }) => ids.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 20, 0]);
		expect(all.map(({ pagination }) => pagination.hasNext)).toEqual([true, true, false, false]);
		expect(all.map(({ pagination }) => pagination.totalPages)).toEqual([
			COUNTED_PAGES + 1,
			COUNTED_PAGES + 2,
			COUNTED_PAGES + 2,
			COUNTED_PAGES + 1,
		]);
		for (const { pagination } of all) expect(pagination).toMatchObject(counted);
		expect(new Set(all.flatMap(({ ids }) => ids)).size).toBe(2 * PAGE_SIZE + 20);
		// This page crosses the count limit: it begins at entry 9,940 (142 pages of 70), and the last counted page at 9,900
		// (99 pages of 100).
		const overlapping = await getPage(path, name, 143, 70);
		expect(overlapping.ids).toEqual([...lastCounted.ids, ...firstUncounted.ids].slice(40, 110));
		expect(overlapping.pagination.hasNext).toBe(true);
	});
});

test('a list of the back-office with exactly as many entries as the count limit has an exact total and no next page', async () => {
	const path = `/audit-logs?upTo=${PAGING_LIMITS.countLimit}`;

	const lastCounted = await getPage(path, 'auditLogs', COUNTED_PAGES);
	const emptyPage = await getPage(path, 'auditLogs', COUNTED_PAGES + 1);

	const expected = { total: PAGING_LIMITS.countLimit, totalPages: COUNTED_PAGES, isExact: true };
	expect([lastCounted.ids.length, lastCounted.pagination]).toEqual([
		PAGE_SIZE,
		expect.objectContaining({ ...expected, hasNext: false }),
	]);
	expect([emptyPage.ids, emptyPage.pagination]).toEqual([
		[],
		expect.objectContaining({ ...expected, hasNext: false }),
	]);
});
