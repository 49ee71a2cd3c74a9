import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { declaredErrorOf } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { itemReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openReporting } from '#tests/support/reporting.ts';

const t = await openApp();
const { itemReportsOf, userReportsOf, reportItem, reportUser, ban } = openReporting(t);
const seller = await t.student({ userName: 'Ravi' });

describe('a report of an item', () => {
	test('is stored with reporter, reason and type, and waits for an administrator', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);

		const res = await reportItem(reporter, item.id, { complaint: '  Not real. ', type: 'fraud' });

		expect(res.statusCode).toBe(201);
		expect(res.json()).toEqual({ success: true, message: 'Item reported successfully.' });
		expect(await itemReportsOf(reporter)).toMatchObject([
			{ itemId: item.id, complaint: 'Not real.', type: 'fraud', status: 'pending', action: null },
		]);
	});

	test('has the type other by default', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);

		await reportItem(reporter, item.id);

		expect(await itemReportsOf(reporter)).toMatchObject([{ type: 'other' }]);
	});

	test.each([
		['no reason', {}, 'Please provide a reason for reporting this item.'],
		['a blank reason', { complaint: ' \n' }, 'Please provide a reason for reporting this item.'],
		[
			'too long a reason',
			{ complaint: 'x'.repeat(2001) },
			'Please describe it in at most 2,000 characters.',
		],
		[
			'a type of reports about people',
			{ complaint: 'x', type: 'scam' },
			'Please choose a type from the list.',
		],
		['a NUL', { complaint: 'a\0b' }, 'Text contains characters that cannot be stored.'],
	])('with %s is refused', async (_, body, message) => {
		const reporter = await t.student();
		const item = await t.item(seller);

		const res = await reportItem(reporter, item.id, body);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject({ success: false, ...declaredErrorOf(message) });
		expect(await itemReportsOf(reporter)).toEqual([]);
	});

	test('of 2,000 characters is accepted; an emoji counts as one', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);

		const res = await reportItem(reporter, item.id, { complaint: '🎒'.repeat(2000) });

		expect(res.statusCode).toBe(201);
	});

	test('of one’s own is refused, even if it is banned', async () => {
		const item = await t.item(seller);
		const banned = await t.item(seller, { bannedAt: new Date() });

		for (const { id } of [item, banned]) {
			const res = await reportItem(seller, id);

			expect(res.statusCode).toBe(403);
			expect(res.json()).toEqual({
				success: false,
				...REPORT_ERRORS.ownItem,
			});
		}
		expect(await itemReportsOf(seller)).toEqual([]);
	});

	test.each([
		['was never there', () => 2_147_483_647],
		['is banned', async () => (await t.item(seller, { bannedAt: new Date() })).id],
		['is deleted', async () => (await t.item(seller, { deletedAt: new Date() })).id],
		[
			'is of somebody who is suspended',
			async () => {
				const suspended = await t.student();
				const { id } = await t.item(suspended);
				await ban(suspended);
				return id;
			},
		],
	])('that %s is answered with 404', async (_, idOf) => {
		const reporter = await t.student();

		const res = await reportItem(reporter, await idOf());

		expect(res.statusCode).toBe(404);
		expect(res.json()).toEqual({ success: false, ...ITEM_ERRORS.notFound });
		expect(await itemReportsOf(reporter)).toEqual([]);
	});

	test('that is sold is accepted', async () => {
		const reporter = await t.student();
		const sold = await t.item(seller, { soldAt: new Date() });

		expect((await reportItem(reporter, sold.id)).statusCode).toBe(201);
	});

	test.each(['0', 'x', '2147483648'])('with the id %s is refused', async (id) => {
		const res = await reportItem(await t.student(), id);

		expect(res.statusCode).toBe(400);
	});

	test('requires a session', async () => {
		const item = await t.item(seller);

		const res = await t.as(null).post(`/report/report-item/${item.id}`, { complaint: 'x' });

		expect(res.statusCode).toBe(401);
	});
});

describe('the same report from the same person', () => {
	test('is stored once while it is pending, however often and at once it is sent', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);
		const fiveTimes = <T>(call: () => T) => Array.from({ length: 5 }, call);

		const responses = await Promise.all([
			...fiveTimes(() => reportItem(reporter, item.id)),
			...fiveTimes(() => reportUser(reporter, seller.id)),
		]);

		expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201));
		expect(await itemReportsOf(reporter)).toHaveLength(1);
		expect(await userReportsOf(reporter)).toHaveLength(1);
	});

	test('is stored again once it was decided, and with another text it is another report', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);
		await reportItem(reporter, item.id);
		await t.db
			.update(itemReports)
			.set({ status: 'dismissed', resolvedAt: sql`now()` })
			.where(eq(itemReports.reporterId, reporter.id));

		await reportItem(reporter, item.id);
		await reportItem(reporter, item.id, { complaint: 'Still not real.' });

		expect(await itemReportsOf(reporter)).toHaveLength(3);
	});

	test('is stored separately from that of another person', async () => {
		const [one, two] = [await t.student(), await t.student()];
		const item = await t.item(seller);

		await Promise.all([reportItem(one, item.id), reportItem(two, item.id)]);

		expect(await itemReportsOf(one)).toHaveLength(1);
		expect(await itemReportsOf(two)).toHaveLength(1);
	});
});

describe('administrators are notified', () => {
	const notificationsWith = (message: string) =>
		t.db
			.select({
				title: announcements.title,
				type: announcements.type,
				target: announcements.target,
				link: announcements.link,
			})
			.from(announcements)
			.where(eq(announcements.message, message));

	test('of a report about an item, with the item’s id, once for the same text', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);
		const report = { complaint: 'Not real.', type: 'fraud' };

		await Promise.all([1, 2, 3].map(() => reportItem(reporter, item.id, report)));

		const [stored] = await itemReportsOf(reporter);
		expect(await notificationsWith(`Item ${item.id}: fraud`)).toEqual([
			{
				title: 'New item report',
				type: 'warning',
				target: 'admins',
				link: `/admin/reports?report=${stored?.id}`,
			},
		]);
	});

	test('of a report about a person, with the person’s id', async () => {
		const [reporter, reported] = [await t.student(), await t.student()];

		await reportUser(reporter, reported.id, { complaint: 'Was rude.', type: 'scam' });

		const [stored] = await userReportsOf(reporter);
		expect(await notificationsWith(`User ${reported.id}: scam`)).toEqual([
			{
				title: 'New user report',
				type: 'warning',
				target: 'admins',
				link: `/admin/user-reports?report=${stored?.id}`,
			},
		]);
	});
});
