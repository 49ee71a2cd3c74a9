import { describe, expect, test } from 'vitest';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { openCompletedDeals } from '#tests/support/completed-deals.ts';
import type { Student } from '#tests/support/factories.ts';
import { openWanted } from '#tests/support/wanted.ts';

const t = await openApp();
const { insertPost } = openWanted(t);
const { insertReviewAbout } = openCompletedDeals(t);
const seller = await t.student({ userName: 'Ravi' });

const reportItem = (who: Student, id: number, body: object = { complaint: 'Not real.' }) =>
	t.as(who).post(`/report/report-item/${id}`, body);
const reportUser = (who: Student, id: number, body: object = { complaint: 'Was rude.' }) =>
	t.as(who).post(`/user-report/report-user/${id}`, body);
const getMyReports = (who: Student, query = '') => t.as(who).get(`/reports/mine${query}`);

describe('list of own reports', () => {
	test('the list has the current name of each reported item or user, with a link, newest first', async () => {
		const reporter = await t.student();
		const item = await t.item(seller, { title: 'Old kettle' });
		await reportItem(reporter, item.id, { complaint: 'Leaks.', type: 'spam' });
		await reportUser(reporter, seller.id, { complaint: 'Was rude.' });
		await t.db.update(items).set({ title: 'Kettle' }).where(eq(items.id, item.id));

		const { reports, nextCursor } = (await getMyReports(reporter)).json();
		expect((await getMyReports(await t.student())).json().reports).toEqual([]);

		expect(nextCursor).toBeNull();
		expect(reports).toEqual([
			{
				id: expect.stringMatching(/^u\d+$/),
				kind: 'user',
				about: 'Ravi',
				link: `/people/${seller.id}`,
				type: 'harassment',
				complaint: 'Was rude.',
				status: 'pending',
				createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
				resolvedAt: null,
			},
			{
				id: expect.stringMatching(/^i\d+$/),
				kind: 'item',
				about: 'Kettle',
				link: `/item/${item.id}`,
				type: 'spam',
				complaint: 'Leaks.',
				status: 'pending',
				createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
				resolvedAt: null,
			},
		]);
	});

	test('the list has reports of wanted posts and reviews, too, over its pages and with their outcome', async () => {
		const [person, reporter] = [await t.student({ userName: 'Ravi' }), await t.student()];
		const wantedId = await insertPost(person, { title: 'Kettle' });
		const reviewId = await insertReviewAbout(person);
		const send = (path: string) => t.as(reporter).post(path, { complaint: 'Spam.', type: 'spam' });
		await send(`/report/report-item/${(await t.item(person)).id}`);
		await send(`/report/report-wanted/${wantedId}`);
		await send(`/report/report-review/${reviewId}`);

		const { reports } = (await getMyReports(reporter)).json();

		const sent = { type: 'spam', complaint: 'Spam.', status: 'pending', resolvedAt: null };
		expect(reports).toMatchObject([
			{
				...sent,
				id: expect.stringMatching(/^r\d+$/),
				kind: 'review',
				about: 'the review of Ravi',
				link: `/people/${person.id}`,
			},
			{
				...sent,
				id: expect.stringMatching(/^w\d+$/),
				kind: 'wanted',
				about: 'Kettle',
				link: `/wanted/${wantedId}`,
			},
			{ kind: 'item' },
		]);
		const first = (await getMyReports(reporter, '?limit=2')).json();
		const second = (await getMyReports(reporter, `?limit=1&cursor=${first.nextCursor}`)).json();
		expect([...first.reports, ...second.reports]).toEqual(reports);

		const id = reports[1].id.slice(1);
		const decision = { action: 'wanted_removed' };
		await t.as(await t.admin()).put(`/admin/wanted-reports/${id}/resolve`, decision);
		expect((await getMyReports(reporter)).json().reports[1]).toMatchObject({
			status: 'resolved',
			link: null,
		});
	});

	test('reports of items and users that are no longer public have no link', async () => {
		const reporter = await t.student();
		const bannedSeller = await t.student();
		const itemOfBannedSeller = await t.item(bannedSeller);
		const bannedItem = await t.item(seller);
		const deletedItem = await t.item(seller);
		for (const { id } of [itemOfBannedSeller, bannedItem, deletedItem])
			await reportItem(reporter, id);
		await reportUser(reporter, bannedSeller.id);
		await t.db.update(users).set({ bannedAt: sql`now()` }).where(eq(users.id, bannedSeller.id));
		await t.db.update(items).set({ bannedAt: sql`now()` }).where(eq(items.id, bannedItem.id));
		await t.db.update(items).set({ deletedAt: sql`now()` }).where(eq(items.id, deletedItem.id));

		const { reports } = (await getMyReports(reporter)).json();

		expect(reports.map(({ link }: { link: unknown }) => link)).toEqual([null, null, null, null]);
	});

	test('the pages of own reports have each report once, even with equal timestamps and while more are sent, thirty by default and a hundred at most', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);
		for (let n = 0; n < 7; n += 1) {
			await reportItem(reporter, item.id, { complaint: `item ${n}` });
			await reportUser(reporter, seller.id, { complaint: `user ${n}` });
		}
		const sameMoment = sql`'2026-11-01 10:00:00.123457+00'::timestamptz`;
		await t.db
			.update(reports)
			.set({ createdAt: sameMoment })
			.where(sql`${reports.reporterId} = ${reporter.id} and ${reports.complaint} ~ '[0-4]$'`);

		const seen: { complaint: string; createdAt: string }[] = [];
		let cursor = '';
		for (let pages = 0; pages < 20; pages += 1) {
			const page = (await getMyReports(reporter, `?limit=3${cursor}`)).json();
			seen.push(...page.reports);
			if (!page.nextCursor) break;
			expect(page.reports).toHaveLength(3);
			cursor = `&cursor=${page.nextCursor}`;
		}

		expect(new Set(seen.map(({ complaint }) => complaint)).size).toBe(14);
		expect(seen).toHaveLength(14);
		const times = seen.map(({ createdAt }) => createdAt);
		expect(times).toEqual([...times].sort().reverse());
		expect((await getMyReports(reporter)).json().reports).toEqual(seen);

		// What is sent while the reporter pages through the list does not shift the next page.
		const first = (await getMyReports(reporter, '?limit=2')).json();
		const reported = { reporterId: reporter.id, reportedId: seller.id, type: 'spam' };
		await t.db
			.insert(reports)
			.values(Array.from({ length: 103 }, (_, n) => ({ ...reported, complaint: `${n}` })));
		const next = (await getMyReports(reporter, `?limit=2&cursor=${first.nextCursor}`)).json();
		expect(next.reports).toEqual(seen.slice(2, 4));
		expect((await getMyReports(reporter)).json().reports).toHaveLength(30);
		expect((await getMyReports(reporter, '?limit=5000')).json().reports).toHaveLength(100);
	});

	const encodeCursor = (...values: unknown[]) =>
		Buffer.from(JSON.stringify(values)).toString('base64url');
	test('a request for own reports with an ill-formed cursor is refused', async () => {
		const cursors = ['abc', encodeCursor('now', 'item', 1), encodeCursor(1, 'items', 1)];
		for (const cursor of cursors) {
			const res = await getMyReports(seller, `?cursor=${cursor}`);

			expect(res.statusCode, cursor).toBe(400);
			expect(res.json()).toMatchObject({
				success: false,
				...PAGING_ERRORS.badCursor,
				issues: [{ path: 'cursor' }],
			});
		}
	});
});
