import { describe, expect, test } from 'vitest';
import { eq, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin({ username: 'Dean' });
const seller = await t.student({ userName: 'Ravi' });

const get = (url: string) => t.as(admin).get(`/admin${url}`);
const getJson = async (url: string) => (await get(url)).json();
const listIds = async (url: string): Promise<number[]> => {
	const { reports, userReports: people } = await getJson(url);
	return (reports ?? people).map(({ id }: { id: number }) => id);
};
type ItemReportFields = Partial<typeof reports.$inferInsert>;
type UserReportFields = Partial<typeof reports.$inferInsert>;

async function makeItemReport(fields: ItemReportFields = {}) {
	const reporterId = fields.reporterId ?? (await t.student()).id;
	const itemId = fields.itemId ?? (await t.item(seller)).id;
	const row = { complaint: 'Not real.', type: 'fraud', ...fields, reporterId, itemId };
	const [created] = await t.db.insert(reports).values(row).returning();
	if (!created) throw new Error('There is such a report already.');
	return created;
}

async function makeUserReport(fields: UserReportFields = {}) {
	const reporterId = fields.reporterId ?? (await t.student()).id;
	const reportedId = fields.reportedId ?? (await t.student({ userName: 'Meena' })).id;
	const row = { complaint: 'Was rude.', type: 'scam', ...fields, reporterId, reportedId };
	const [created] = await t.db.insert(reports).values(row).returning();
	if (!created) throw new Error('There is such a report already.');
	return created;
}

const DISMISSED = { status: 'dismissed', resolvedAt: new Date() };

describe('admin list of reports about items', () => {
	test('a report shows the current state of the item and the number of pending reports about this item', async () => {
		const reporter = await t.student({ userName: 'Asha' });
		const item = await t.item(seller, { title: 'Kettle' });
		const report = await makeItemReport({ reporterId: reporter.id, itemId: item.id });
		await makeItemReport({ itemId: item.id });
		await makeItemReport({ itemId: item.id, ...DISMISSED });

		const { report: expected } = await getJson(`/reports/${report.id}`);

		expect(expected).toEqual({
			id: report.id,
			complaint: 'Not real.',
			type: 'fraud',
			status: 'pending',
			action: null,
			createdAt: report.createdAt.toISOString(),
			resolvedAt: null,
			adminNotes: null,
			reporter: { id: reporter.id, userName: 'Asha' },
			resolver: null,
			pendingForTarget: 2,
			reportsForTarget: 3,
			reportersForTarget: 3,
			Item: {
				id: item.id,
				title: 'Kettle',
				status: 'available',
				isDeleted: false,
				image: `/photos/${item.hashes[0]}-1600.webp`,
				Owner: { id: seller.id, userName: 'Ravi', isBanned: false },
			},
		});
		expect((await getJson(`/reports?q=${report.id}`)).reports).toContainEqual(expected);
	});

	test('a search finds reports by the current reporter name and item title, but not by former ones', async () => {
		const reporter = await t.student({ userName: 'Quillon' });
		const item = await t.item(seller, { title: 'Quarterstaff' });
		const report = await makeItemReport({ reporterId: reporter.id, itemId: item.id });

		await t.db.update(users).set({ userName: 'Quinta' }).where(eq(users.id, reporter.id));
		await t.db.update(items).set({ title: 'Quoin' }).where(eq(items.id, item.id));

		expect(await listIds('/reports?q=quillon')).toEqual([]);
		expect(await listIds('/reports?q=quarterstaff')).toEqual([]);
		expect(await listIds('/reports?q=quinta')).toEqual([report.id]);
		expect(await listIds('/reports?q=quoin')).toEqual([report.id]);
	});

	test('the photo of a reported item that is banned, deleted or removed has a working signed URL', async () => {
		for (const [change, expected] of [
			[{ bannedAt: sql`now()` }, { status: 'banned', isDeleted: false }],
			[{ deletedAt: sql`now()` }, { status: 'available', isDeleted: true }],
			[
				{ deletedAt: sql`now()`, removedAt: sql`now()` },
				{ status: 'removed', isDeleted: true },
			],
		] as const) {
			const item = await t.item(seller);
			const { id } = await makeItemReport({ itemId: item.id });
			await t.db.update(items).set(change).where(eq(items.id, item.id));

			const { Item } = (await getJson(`/reports/${id}`)).report;

			expect(Item).toMatchObject(expected);
			expect(Item.image).toMatch(/-1600\.webp\?until=\d+&sig=/);
			expect((await t.app.inject({ url: Item.image })).statusCode).toBe(200);
		}
	});

	test('an export of 2,000 reports contains every report once', async () => {
		const reporter = await t.student();
		const item = await t.item(seller, { title: 'Xebec' });
		await t.db.execute(sql`
			insert into ${reports} (reporter_id, item_id, complaint, type)
			select ${reporter.id}, ${item.id}, 'report ' || n, 'spam' from generate_series(1, 2000) n`);

		const res = await get('/reports/export?q=xebec&sort=oldest');

		const lines = res.body.trimEnd().split('\r\n').slice(1);
		const ids = lines.map((line) => Number.parseInt(line, 10));
		expect(new Set(ids).size).toBe(2000);
		expect(ids).toEqual([...ids].sort((one, other) => one - other));
	});
});

describe('admin list of reports about users', () => {
	test('a report shows the reported user, the item and the chat', async () => {
		const [reporter, reported] = [await t.student(), await t.student({ userName: 'Meena' })];
		const item = await t.item(reported);
		await t.conversation(item, reporter);
		const report = await makeUserReport({
			reporterId: reporter.id,
			reportedId: reported.id,
			mentionedItemId: item.id,
			chatItemId: item.id,
			chatBuyerId: reporter.id,
		});

		expect((await getJson(`/user-reports/${report.id}`)).userReport).toEqual({
			id: report.id,
			complaint: 'Was rude.',
			type: 'scam',
			status: 'pending',
			action: null,
			createdAt: report.createdAt.toISOString(),
			resolvedAt: null,
			adminNotes: null,
			reporter: { id: reporter.id, userName: 'Asha' },
			resolver: null,
			pendingForTarget: 1,
			reportsForTarget: 1,
			reportersForTarget: 1,
			itemId: item.id,
			roomId: `${item.id}-${reporter.id}`,
			chatKeptUntil: null,
			deal: null,
			reportedUser: { id: reported.id, userName: 'Meena', isVerified: false, isBanned: false },
		});
	});
});
