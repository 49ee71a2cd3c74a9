import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { itemReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';
import { openReporting } from '#tests/support/reporting.ts';

const t = await openApp();
const { itemReportsOf, userReportsOf, reportItem, reportUser } = openReporting(t);
const seller = await t.student({ userName: 'Ravi' });

describe('reports of items', () => {
	test('a report of an item is stored as pending, with reporter, reason and type', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);

		const res = await reportItem(reporter, item.id, { complaint: '  Not real. ', type: 'fraud' });

		expect(res.statusCode).toBe(201);
		expect(res.json()).toEqual({ success: true, message: 'Item reported successfully.' });
		expect(await itemReportsOf(reporter)).toMatchObject([
			{ itemId: item.id, complaint: 'Not real.', type: 'fraud', status: 'pending', action: null },
		]);
	});

	test('a report of an item without a type has the type “other”', async () => {
		const reporter = await t.student();
		const item = await t.item(seller);

		await reportItem(reporter, item.id);

		expect(await itemReportsOf(reporter)).toMatchObject([{ type: 'other' }]);
	});

	test('a seller’s report of an own item is refused, even if the item is banned', async () => {
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
});

describe('repeated reports', () => {
	test('the same report sent five times at once is stored once while it is pending', async () => {
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

	test('a report is stored again after the first was decided, and a report with another text is stored separately', async () => {
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

	test('the same reports from two users are stored separately', async () => {
		const [one, two] = [await t.student(), await t.student()];
		const item = await t.item(seller);

		await Promise.all([reportItem(one, item.id), reportItem(two, item.id)]);

		expect(await itemReportsOf(one)).toHaveLength(1);
		expect(await itemReportsOf(two)).toHaveLength(1);
	});
});

describe('notifications of administrators about reports', () => {
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

	test('the same report of an item sent three times leads to one notification, with the item’s id', async () => {
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

	test('a report of a user leads to a notification with the id of the reported user', async () => {
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
