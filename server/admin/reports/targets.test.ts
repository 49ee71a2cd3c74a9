import { describe, expect, onTestFinished, test } from 'vitest';
import { OTHER_REPORTS_MAX } from '#contract/admin/report-decisions.ts';
import { accountLifecycle } from '#server/app/account-lifecycle.ts';
import { openPool } from '#server/db/client.ts';
import { eq } from '#server/db/drizzle.ts';
import { reports } from '#server/db/schema/reports.ts';
import { decideReport } from '#server/features/reports/decide.ts';
import { ITEM_REPORTS } from '#server/features/reports/queries.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();
const seller = await t.student();
const reporter = await t.student({ userName: 'Asha' });

const getJson = async (path: string) => (await t.as(admin).get(`/admin${path}`)).json();
const makeItemNamed = async (title: string) => (await t.item(seller, { title })).id;

let count = 0;
async function makeItemReport(itemId: number, fields: Partial<typeof reports.$inferInsert> = {}) {
	const complaint = `Not real, ${++count}.`;
	const row = { itemId, reporterId: reporter.id, complaint, type: 'fraud', ...fields };
	const [report] = await t.db.insert(reports).values(row).returning();
	if (!report) throw new Error('There is such a report already.');
	return report;
}

const DISMISSED = { status: 'dismissed', resolvedAt: new Date() };

describe('queue of reports for administrators', () => {
	test('the queue lists each reported item once, ordered by the oldest pending report about the item', async () => {
		const [kettle, lamp] = [await makeItemNamed('Quoit kettle'), await makeItemNamed('Quoit lamp')];
		await makeItemReport(lamp, DISMISSED);
		const first = await makeItemReport(kettle);
		const second = await makeItemReport(lamp);
		for (const itemId of [kettle, lamp, kettle]) await makeItemReport(itemId);

		const all = await getJson('/reports?q=quoit&status=pending&sort=oldest&each=target');
		const page = await getJson(
			'/reports?q=quoit&status=pending&sort=oldest&each=target&limit=1&page=2',
		);

		expect(all.reports.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
		expect(all.reports[0].pendingForTarget).toBe(3);
		// With the decided reports too, a target is still one row: that of its oldest pending report.
		const whole = await getJson('/reports?q=quoit&sort=oldest&each=target');
		expect(whole.reports).toMatchObject([
			{ id: first.id, reportsForTarget: 3, reportersForTarget: 1, pendingForTarget: 3 },
			{ id: second.id, reportsForTarget: 3, reportersForTarget: 1, pendingForTarget: 2 },
		]);
		expect(all.pagination).toMatchObject({ total: 2, hasNext: false });
		expect(page.reports.map(({ id }: { id: number }) => id)).toEqual([second.id]);
		expect(page.pagination).toMatchObject({ total: 2, totalPages: 2, hasNext: false });
	});
});

describe('admin details of a report', () => {
	test('the details contain the other pending reports about the same item, only the oldest ones if there are very many', async () => {
		const [kettle, lamp] = [await makeItemNamed('Kettle'), await makeItemNamed('Lamp')];
		const before = await makeItemReport(kettle, { type: 'spam' });
		const report = await makeItemReport(kettle);
		await makeItemReport(lamp);
		await makeItemReport(kettle, DISMISSED);
		const others = [before];
		for (let index = 0; index < OTHER_REPORTS_MAX; index += 1)
			others.push(await makeItemReport(kettle));

		const { otherPending } = await getJson(`/reports/${report.id}`);

		expect(otherPending).toEqual(
			others.slice(0, OTHER_REPORTS_MAX).map(({ id, type, complaint, createdAt }) => ({
				id,
				type,
				complaint,
				createdAt: createdAt.toISOString(),
				reporter: { id: reporter.id, userName: 'Asha' },
			})),
		);
	});
});

describe('deciding all reports about a target', () => {
	test('only the reports shown to the administrator are decided, not later ones or those about other items', async () => {
		const [kettle, lamp] = [await makeItemNamed('Kettle'), await makeItemNamed('Lamp')];
		const [report, shown] = [await makeItemReport(kettle), await makeItemReport(kettle)];
		const [later, aboutOtherItem] = [await makeItemReport(kettle), await makeItemReport(lamp)];

		const otherReports = [shown.id, aboutOtherItem.id];
		const body = { wholeTarget: true, otherReports };
		const res = await t.as(admin).put(`/admin/reports/${report.id}/dismiss`, body);

		expect(res.statusCode).toBe(200);
		const statusOf = async ({ id }: { id: number }) => {
			const [row] = await t.db.select().from(reports).where(eq(reports.id, id));
			return row?.status;
		};
		expect(await Promise.all([report, shown, later, aboutOtherItem].map(statusOf))).toEqual([
			'dismissed',
			'dismissed',
			'pending',
			'pending',
		]);
	});
});

/** A connection with a transaction timeout that is too short for one update per report. */
function openTimeLimitedDatabase() {
	const separator = t.url.includes('?') ? '&' : '?';
	const { db, close } = openPool(
		`${t.url}${separator}options=-c%20transaction_timeout%3D50ms`,
		() => undefined,
	);
	onTestFinished(close);
	return db;
}

test('all 300 pending reports about one item are decided within a transaction timeout of 50 ms', async () => {
	const item = await t.item(seller);
	const reported = await t.db
		.insert(reports)
		.values(
			Array.from({ length: 300 }, (_, index) => ({
				itemId: item.id,
				reporterId: reporter.id,
				complaint: `Not real, ${index}.`,
				type: 'fraud',
			})),
		)
		.returning({ id: reports.id });

	await decideReport(
		{
			db: openTimeLimitedDatabase(),
			backgroundDb: t.db,
			realtime: t.app.realtime as RealtimeServer,
			adminChannel: t.app.adminChannel,
			accountLifecycle,
			addTask: t.queue.addTask,
		},
		{ adminId: admin.id, ipAddress: '127.0.0.1' },
		ITEM_REPORTS,
		reported[0]?.id ?? 0,
		{ decision: { status: 'dismissed', notes: undefined }, wholeTarget: true },
	);

	const rows = await t.db.select().from(reports).where(eq(reports.itemId, item.id));
	expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['dismissed']));
	expect(rows).toHaveLength(300);
});
