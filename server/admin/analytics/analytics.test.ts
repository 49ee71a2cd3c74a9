import { describe, expect, test } from 'vitest';
import { eq, sql } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { wantedPosts } from '#server/db/schema/wanted.ts';
import { insertReportedReview } from '#tests/support/admin-fixtures.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();

async function getAnalytics(what: 'users' | 'items' | 'activity', days?: number) {
	const res = await t.as(admin).get(`/admin/analytics/${what}${days ? `?days=${days}` : ''}`);
	expect(res.statusCode).toBe(200);
	return res.json().analytics;
}

const changeItem = (id: number, changes: Partial<typeof items.$inferInsert>) =>
	t.db.update(items).set(changes).where(eq(items.id, id));
const changeUser = (id: number, changes: Partial<typeof users.$inferInsert>) =>
	t.db.update(users).set(changes).where(eq(users.id, id));

const currentTime = () => new Date();
/** Today's date in Kolkata, and the first moment of that day. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(currentTime());
const midnight = new Date(`${today}T00:00:00+05:30`).getTime();
const DAY_MS = 24 * 3_600_000;

/** Statistics of items, counted from the whole table. */
async function countFromTable() {
	const { rows } = await t.db.execute<{ all: number; banned: number; available: number }>(sql`
		select count(*)::int as all,
			count(*) filter (where i.banned_at is not null)::int as banned,
			count(*) filter (where i.banned_at is null and i.sold_at is null and u.banned_at is null)::int as available
		from items i join users u on u.id = i.seller_id where i.deleted_at is null`);
	return rows[0];
}

describe('statistics of users', () => {
	test('a new user is counted, and an erased user is no longer counted', async () => {
		const before = await getAnalytics('users');
		const student = await t.student();

		const after = await getAnalytics('users');

		expect(after.totalUsers).toBe(before.totalUsers + 1);
		expect(after.recentUsers).toBe(before.recentUsers + 1);
		await changeUser(student.id, { deletedAt: currentTime() });
		expect(await getAnalytics('users')).toEqual(before);
	});
});

describe('statistics of items', () => {
	test('the statistics match a full count of the table after every change of an item that is not rolled back', async () => {
		const seller = await t.student();
		const { id } = await t.item(seller);
		const changes: Partial<typeof items.$inferInsert>[] = [
			{ title: 'Drafter' },
			{ category: 'Books' },
			{ soldAt: currentTime() },
			{ bannedAt: currentTime() },
			{ soldAt: null },
			{ bannedAt: null },
			{ bannedAt: currentTime() },
			{ deletedAt: currentTime() },
		];

		for (const change of changes) {
			await changeItem(id, change);
			const { totalItems, bannedItems, availableItems } = await getAnalytics('items');
			expect({ all: totalItems, banned: bannedItems, available: availableItems }).toEqual(
				await countFromTable(),
			);
		}
		const before = await getAnalytics('items');
		const rolledBack = t.db.transaction(async (tx) => {
			await tx.update(items).set({ deletedAt: null }).where(eq(items.id, id));
			throw new Error('it failed');
		});
		await expect(rolledBack).rejects.toThrow('it failed');
		expect(await getAnalytics('items')).toEqual(before);
	});

	test('category counts include every category, largest first, and add up to the available items', async () => {
		const seller = await t.student();
		for (let count = 0; count < 9; count++) await t.item(seller, { category: 'PYQs' });
		await changeItem((await t.item(seller)).id, { soldAt: currentTime() });
		await changeItem((await t.item(seller)).id, { bannedAt: currentTime() });
		const bannedSeller = await t.student();
		await t.item(bannedSeller);
		await changeUser(bannedSeller.id, { bannedAt: currentTime() });

		const { categoryStats, availableItems } = await getAnalytics('items');

		const counts = categoryStats.map(({ count }: { count: number }) => count);
		expect(categoryStats).toHaveLength(6);
		expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
		expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(availableItems);
		expect(categoryStats).toContainEqual({ category: 'Essentials', count: 0 });
	});
});

describe('daily statistics', () => {
	test('a day begins at midnight in the college’s time zone', async () => {
		const seller = await t.student();
		const before = (await getAnalytics('activity')).dailyStats;
		await t.item(seller, { createdAt: new Date(midnight) });
		await t.item(seller, { createdAt: new Date(midnight - 1) });
		await t.item(seller, { createdAt: new Date(midnight - 6 * DAY_MS) });
		await t.item(seller, { createdAt: new Date(midnight - 6 * DAY_MS - 1) });

		const after = (await getAnalytics('activity')).dailyStats;

		const added = after.map((day: { items: number }, at: number) => day.items - before[at].items);
		expect(added).toEqual([1, 0, 0, 0, 0, 1, 1]);
	});

	test('the daily numbers add up to the total of the period', async () => {
		const seller = await t.student({ createdAt: new Date(midnight - 10 * DAY_MS) });
		await t.item(seller, { createdAt: new Date(midnight - 13 * DAY_MS) });

		for (const days of [7, 14]) {
			const { dailyStats } = await getAnalytics('activity', days);
			const sumOf = (what: 'users' | 'items') =>
				dailyStats.reduce(
					(sum: number, day: { users: number; items: number }) => sum + day[what],
					0,
				);
			expect((await getAnalytics('users', days)).recentUsers).toBe(sumOf('users'));
			expect((await getAnalytics('items', days)).recentItems).toBe(sumOf('items'));
		}
	});
});

describe('recent registrations and items', () => {
	test('the five newest users and items are listed, and an item of an erased seller has no seller', async () => {
		const erased = await t.student({ userName: 'Gone' });
		for (let count = 0; count < 3; count++) await t.student();
		const ravi = await t.student({ userName: 'Ravi' });
		const itemOfErased = await t.item(erased, { title: 'Left behind' });
		await changeUser(erased.id, { deletedAt: currentTime() });
		for (let count = 0; count < 2; count++) await t.item(ravi);
		const sold = await t.item(ravi, { title: 'Sold', soldAt: currentTime() });
		const banned = await t.item(ravi, {
			title: 'Banned',
			soldAt: currentTime(),
			bannedAt: currentTime(),
		});

		const { recentUserRegistrations, recentItemSubmissions } = await getAnalytics('activity');

		expect(recentUserRegistrations).toHaveLength(5);
		expect(recentUserRegistrations[0]).toMatchObject({ id: ravi.id, userName: 'Ravi' });
		expect(recentItemSubmissions).toHaveLength(5);
		expect(recentItemSubmissions[0]).toMatchObject({
			id: banned.id,
			isAvailable: false,
			status: 'banned',
			User: { userName: 'Ravi' },
		});
		// Here `isAvailable` means “not banned”, so it is true for a sold item.
		expect(recentItemSubmissions[1]).toMatchObject({
			id: sold.id,
			isAvailable: true,
			status: 'sold',
		});
		expect(recentItemSubmissions[4]).toMatchObject({
			id: itemOfErased.id,
			status: 'available',
			User: null,
		});
	});
});

test('viewing the analytics is logged with the period', async () => {
	const viewer = await t.admin();

	await t.as(viewer).get('/admin/analytics/items?days=14');
	await t.as(viewer).get('/admin/feedback/analytics');

	const entries = await t.db.select().from(auditLog).where(eq(auditLog.adminId, viewer.id));
	expect(entries).toMatchObject([
		{ action: 'VIEW_ANALYTICS', target: 'analytics', severity: 'LOW', details: 'items, 14 days' },
		{ action: 'VIEW_ANALYTICS', target: 'analytics', details: 'feedback' },
	]);
});

describe('comparison of a period with the previous period', () => {
	const getTrends = async (days?: number) => {
		const res = await t.as(admin).get(`/admin/analytics/trends${days ? `?days=${days}` : ''}`);
		expect(res.statusCode).toBe(200);
		return res.json().analytics;
	};
	const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

	test('sales and new chats are counted in the period in which they happened', async () => {
		const [seller, buyer] = [await t.student(), await t.student()];
		const before = await getTrends();
		const now = await t.item(seller, { soldAt: currentTime(), createdAt: daysAgo(40) });
		const soldBefore = await t.item(seller, { soldAt: daysAgo(8), createdAt: daysAgo(40) });
		await t.item(seller, {
			soldAt: currentTime(),
			deletedAt: currentTime(),
			createdAt: daysAgo(40),
		});
		await t.db.insert(conversations).values([
			{ itemId: now.id, buyerId: buyer.id },
			{ itemId: soldBefore.id, buyerId: buyer.id, createdAt: daysAgo(8) },
		]);

		const after = await getTrends();

		for (const what of ['sales', 'chats'] as const) {
			expect(after[what]).toEqual({ now: before[what].now + 1, before: before[what].before + 1 });
		}
		expect(after.items).toEqual(before.items);
		const last = after.dailyStats.at(-1);
		expect(last).toEqual({
			date: today,
			sales: before.dailyStats.at(-1).sales + 1,
			chats: before.dailyStats.at(-1).chats + 1,
		});
		expect(after.dailyStats).toHaveLength(7);
		expect((await getTrends(14)).sales.now).toBe((await getTrends()).sales.now + 1);
	});

	test('the current day is compared with the same part of the day one week earlier', async () => {
		const before = (await getTrends()).users;
		await t.student({ createdAt: new Date(Date.now() - 7 * DAY_MS - 60_000) });
		await t.student({ createdAt: new Date(Date.now() - 7 * DAY_MS + 3_600_000) });
		await t.student({ createdAt: new Date(midnight - 6 * DAY_MS) });
		await t.student({ createdAt: new Date(midnight - 13 * DAY_MS) });
		await t.student({ createdAt: new Date(midnight - 13 * DAY_MS - 1) });

		const { users: after } = await getTrends();

		const isLastHourOfDay = Date.now() + 3_600_000 - 7 * DAY_MS >= midnight - 6 * DAY_MS;
		expect(after.now).toBe(before.now + (isLastHourOfDay ? 2 : 1));
		expect(after.before).toBe(before.before + 2);
	});

	test('open reports of every kind are counted by how long they have been open', async () => {
		const [seller, reporter] = [await t.student(), await t.student()];
		const item = await t.item(seller);
		const { openReports: before } = await getTrends();
		const reportFields = { reporterId: reporter.id, complaint: 'It leaks.' };
		const oldest = daysAgo(400);
		await t.db.insert(reports).values([
			{ ...reportFields, itemId: item.id, type: 'fraud', createdAt: oldest },
			{ ...reportFields, itemId: item.id, type: 'fraud', complaint: 'Again.' },
		]);
		await t.db
			.insert(reports)
			.values({ ...reportFields, reportedId: seller.id, type: 'scam', createdAt: daysAgo(2) });
		const [post] = await t.db
			.insert(wantedPosts)
			.values({ userId: seller.id, title: 'Kettle', expiresAt: new Date() })
			.returning();
		await t.db.insert(reports).values({
			...reportFields,
			wantedId: post?.id ?? 0,
			type: 'fraud',
			createdAt: daysAgo(9),
		});
		const { reviewReportId } = await insertReportedReview(t, seller, reporter);
		expect(reviewReportId).toBeGreaterThan(0);

		expect((await getTrends()).openReports).toEqual({
			total: before.total + 5,
			overADay: before.overADay + 3,
			overAWeek: before.overAWeek + 2,
			oldestAt: oldest.toISOString(),
		});
	});
});
