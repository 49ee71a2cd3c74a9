import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
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
const auditEntriesOf = (viewer: { id: number }) =>
	t.db
		.select({ action: auditLog.action, target: auditLog.target, details: auditLog.details })
		.from(auditLog)
		.where(eq(auditLog.adminId, viewer.id))
		.orderBy(auditLog.id);

type ItemReportFields = Partial<typeof itemReports.$inferInsert>;
type UserReportFields = Partial<typeof userReports.$inferInsert>;

async function makeItemReport(fields: ItemReportFields = {}) {
	const reporterId = fields.reporterId ?? (await t.student()).id;
	const itemId = fields.itemId ?? (await t.item(seller)).id;
	const row = { complaint: 'Not real.', type: 'fraud', ...fields, reporterId, itemId };
	const [created] = await t.db.insert(itemReports).values(row).returning();
	if (!created) throw new Error('There is such a report already.');
	return created;
}

async function makeUserReport(fields: UserReportFields = {}) {
	const reporterId = fields.reporterId ?? (await t.student()).id;
	const reportedId = fields.reportedId ?? (await t.student({ userName: 'Meena' })).id;
	const row = { complaint: 'Was rude.', type: 'scam', ...fields, reporterId, reportedId };
	const [created] = await t.db.insert(userReports).values(row).returning();
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

	test('reports can be sorted newest first or oldest first across pages', async () => {
		const complaint = 'A heron in the pond';
		const created: number[] = [];
		for (let count = 0; count < 5; count += 1)
			created.push((await makeItemReport({ complaint })).id);
		const q = `q=${encodeURIComponent(complaint)}`;

		const second = await getJson(`/reports?${q}&limit=2&page=2`);

		expect(await listIds(`/reports?${q}`)).toEqual([...created].reverse());
		expect(await listIds(`/reports?${q}&sort=oldest`)).toEqual(created);
		expect(second.reports.map(({ id }: { id: number }) => id)).toEqual([created[2], created[1]]);
		expect(second.pagination).toEqual({
			currentPage: 2,
			totalPages: 3,
			total: 5,
			isExact: true,
			hasPrev: true,
			hasNext: true,
		});
	});

	test('a page beyond the last one is empty', async () => {
		const { reports, pagination } = await getJson('/reports?page=2147483647');

		expect(reports).toEqual([]);
		expect(pagination).toMatchObject({ hasPrev: true, hasNext: false });
	});

	test('reports can be filtered by status and type', async () => {
		const itemId = (await t.item(seller, { title: 'Zither of status' })).id;
		const pending = await makeItemReport({ itemId, type: 'spam' });
		const other = await makeItemReport({ itemId, type: 'fraud' });
		const decided = await makeItemReport({
			itemId,
			type: 'spam',
			...DISMISSED,
		});
		const q = 'q=Zither of status';

		expect(await listIds(`/reports?${q}&status=pending`)).toEqual([other.id, pending.id]);
		expect(await listIds(`/reports?${q}&status=dismissed&type=spam`)).toEqual([decided.id]);
		expect(await listIds(`/reports?${q}&status=all&type=fraud`)).toEqual([other.id]);
	});

	test.each([
		['text of the complaint', 'gLOw-wORM'],
		['the reporter’s name', 'élODIE'],
		['the item’s title', 'ormol'],
		['wildcard characters', '100%_\\'],
	])(
		'a search finds reports by %s, in any letter case and with or without accents',
		async (_, q) => {
			const reporter = await t.student({ userName: 'Elodie Glowwood' });
			const item = await t.item(seller, { title: 'Ormolu clock' });
			const report = await makeItemReport({
				reporterId: reporter.id,
				itemId: item.id,
				complaint: 'A Glow-worm, 100%_\\ sure.',
			});

			expect((await listIds(`/reports?q=${encodeURIComponent(q)}`))[0]).toBe(report.id);
			expect(await listIds(`/reports?q=${encodeURIComponent(`${q} x`)}`)).toEqual([]);
		},
	);

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

	test.each([
		['banned', { bannedAt: sql`now()` }, { status: 'banned', isDeleted: false }],
		['deleted', { deletedAt: sql`now()` }, { status: 'available', isDeleted: true }],
		[
			'removed by its owner',
			{ deletedAt: sql`now()`, removedAt: sql`now()` },
			{ status: 'removed', isDeleted: true },
		],
	])(
		'the photo of a reported item that is %s has a working signed URL',
		async (_, change, expected) => {
			const item = await t.item(seller);
			const { id } = await makeItemReport({ itemId: item.id });
			await t.db.update(items).set(change).where(eq(items.id, item.id));

			const { Item } = (await getJson(`/reports/${id}`)).report;

			expect(Item).toMatchObject(expected);
			expect(Item.image).toMatch(/-1600\.webp\?until=\d+&sig=/);
			expect((await t.app.inject({ url: Item.image })).statusCode).toBe(200);
		},
	);

	test('a report shows no photo when the photos of the item are deleted', async () => {
		const item = await t.item(seller);
		const { id } = await makeItemReport({ itemId: item.id });
		await t.db.delete(itemPhotos).where(eq(itemPhotos.itemId, item.id));

		expect((await getJson(`/reports/${id}`)).report.Item.image).toBeNull();
	});

	test('an unknown report is answered with 404', async () => {
		const res = await get('/reports/2147483647');

		expect(res.statusCode).toBe(404);
		expect(res.json()).toEqual({ success: false, ...REPORT_DECISION_ERRORS.notFound });
	});

	test.each(['status=open', 'type=scam', 'sort=best', 'page=0', 'limit=x'])(
		'a request with the invalid parameter %s is refused with 400',
		async (query) => {
			expect((await get(`/reports?${query}`)).statusCode).toBe(400);
		},
	);

	test('viewing the list is logged with the filters but without the search text', async () => {
		const clerk = await t.admin();

		await t.as(clerk).get('/admin/reports?status=pending&type=fraud&q=asha&sort=oldest&page=2');

		expect(await auditEntriesOf(clerk)).toEqual([
			{
				action: 'VIEW_REPORTS',
				target: 'reports',
				details: 'searched, status "pending", type "fraud", sort "oldest", page 2',
			},
		]);
	});

	test('the export contains only the filtered reports and is logged', async () => {
		const clerk = await t.admin();
		const item = await t.item(seller, { title: 'Yataghan' });
		const report = await makeItemReport({
			itemId: item.id,
			complaint: 'Broken, "new"',
			type: 'spam',
		});
		await makeItemReport();

		const res = await t.as(clerk).get('/admin/reports/export?q=yataghan');

		expect(res.headers['content-type']).toBe('text/csv; charset=utf-8');
		expect(res.headers['content-disposition']).toContain('item-reports.csv');
		const [, line, ...rest] = res.body.trimEnd().split('\r\n');
		expect(rest).toEqual([]);
		expect(line).toMatch(
			new RegExp(`^${report.id},.*,${item.id},Yataghan,${seller.id},Ravi,spam,`),
		);
		expect(line).toContain('"Broken, ""new"""');
		expect(await auditEntriesOf(clerk)).toEqual([
			{ action: 'REPORTS_EXPORTED', target: 'reports', details: 'searched' },
		]);
	});

	test('an export of 2,000 reports contains every report once', async () => {
		const reporter = await t.student();
		const item = await t.item(seller, { title: 'Xebec' });
		await t.db.execute(sql`
			insert into ${itemReports} (reporter_id, item_id, complaint, type)
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
			itemId: item.id,
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

	test('pages have ten reports by default, and a search finds reports by the names of reporter and reported user', async () => {
		const reported = await t.student({ userName: 'Wolfram' });
		for (let count = 0; count < 12; count += 1) await makeUserReport({ reportedId: reported.id });
		const reporter = await t.student({ userName: 'Wendeline' });
		const { id } = await makeUserReport({ reporterId: reporter.id });

		const { userReports: page, pagination } = await getJson('/user-reports?q=WOLFRAM');

		expect(page).toHaveLength(10);
		expect(page[0].pendingForTarget).toBe(12);
		expect(pagination).toMatchObject({ total: 12, totalPages: 2 });
		expect(await listIds('/user-reports?q=wendel&type=scam')).toEqual([id]);
		expect(await listIds('/user-reports?q=wendel&type=spam')).toEqual([]);
	});

	test('a search finds reports by the new name of the reported user, but not by the former one', async () => {
		const reported = await t.student({ userName: 'Vasilisa' });
		const { id } = await makeUserReport({ reportedId: reported.id });

		await t.db.update(users).set({ userName: 'Vesper' }).where(eq(users.id, reported.id));

		expect(await listIds('/user-reports?q=vasilisa')).toEqual([]);
		expect(await listIds('/user-reports?q=vesper')).toEqual([id]);
	});

	test('reports can be exported, and viewing and exporting the list are logged', async () => {
		const clerk = await t.admin();
		const reported = await t.student({ userName: '=Umbra' });
		const { id } = await makeUserReport({ reportedId: reported.id });

		await t.as(clerk).get('/admin/user-reports?type=scam');
		const res = await t.as(clerk).get('/admin/user-reports/export?q=umbra');

		expect(res.body).toMatch(new RegExp(`\r\n${id},.*,${reported.id},'=Umbra,`));
		expect(await auditEntriesOf(clerk)).toEqual([
			{ action: 'VIEW_REPORTS', target: 'user reports', details: 'type "scam"' },
			{ action: 'REPORTS_EXPORTED', target: 'user reports', details: 'searched' },
		]);
	});
});

test.each(['/reports', '/reports/1', '/reports/export', '/user-reports', '/user-reports/1/chat'])(
	'/admin%s is refused with 401 for visitors and students',
	async (url) => {
		expect((await t.as(null).get(`/admin${url}`)).statusCode).toBe(401);
		expect((await t.as(seller).get(`/admin${url}`)).statusCode).toBe(401);
	},
);
