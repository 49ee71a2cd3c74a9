import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { OTHER_REPORTS_MAX } from '#contract/admin/report-decisions.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();
const seller = await t.student();
const reporter = await t.student({ userName: 'Asha' });

const found = async (path: string) => (await t.as(admin).get(`/admin${path}`)).json();
const itemNamed = async (title: string) => (await t.item(seller, { title })).id;

let made = 0;
async function itemReport(itemId: number, given: Partial<typeof itemReports.$inferInsert> = {}) {
	const complaint = `Not real, ${++made}.`;
	const row = { itemId, reporterId: reporter.id, complaint, type: 'fraud', ...given };
	const [report] = await t.db.insert(itemReports).values(row).returning();
	if (!report) throw new Error('There is such a report already.');
	return report;
}

async function userReport(reportedId: number) {
	const complaint = `Was rude, ${++made}.`;
	const row = { reportedId, reporterId: reporter.id, complaint, type: 'scam' };
	const [report] = await t.db.insert(userReports).values(row).returning();
	if (!report) throw new Error('There is such a report already.');
	return report;
}

const DISMISSED = { status: 'dismissed', resolvedAt: new Date() };

describe('the queue', () => {
	test('stops once at each item, in the order of its oldest pending report', async () => {
		const [kettle, lamp] = [await itemNamed('Quoit kettle'), await itemNamed('Quoit lamp')];
		await itemReport(lamp, DISMISSED);
		const first = await itemReport(kettle);
		const second = await itemReport(lamp);
		for (const itemId of [kettle, lamp, kettle]) await itemReport(itemId);

		const all = await found('/reports?q=quoit&status=pending&sort=oldest&each=target');
		const page = await found(
			'/reports?q=quoit&status=pending&sort=oldest&each=target&limit=1&page=2',
		);

		expect(all.reports.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
		expect(all.reports[0].pendingForTarget).toBe(3);
		expect(all.pagination).toMatchObject({ total: 2, hasNext: false });
		expect(page.reports.map(({ id }: { id: number }) => id)).toEqual([second.id]);
		expect(page.pagination).toMatchObject({ total: 2, totalPages: 2, hasNext: false });
	});

	test('stops once at each person', async () => {
		const [ravi, meena] = [
			await t.student({ userName: 'Zephyrine Ravi' }),
			await t.student({ userName: 'Zephyrine Meena' }),
		];
		const reports = [];
		for (const { id } of [ravi, meena, ravi]) reports.push(await userReport(id));

		const { userReports: told } = await found(
			'/user-reports?q=zephyrine&status=pending&sort=oldest&each=target',
		);

		expect(told.map(({ id }: { id: number }) => id)).toEqual([reports[0]?.id, reports[1]?.id]);
	});
});

describe('one report', () => {
	test('comes with the other pending ones about the same item, oldest first', async () => {
		const [kettle, lamp] = [await itemNamed('Kettle'), await itemNamed('Lamp')];
		const before = await itemReport(kettle, { type: 'spam' });
		const report = await itemReport(kettle);
		await itemReport(lamp);
		await itemReport(kettle, DISMISSED);
		const after = await itemReport(kettle);

		const { otherPending } = await found(`/reports/${report.id}`);

		expect(otherPending).toEqual(
			[before, after].map(({ id, type, complaint, createdAt }) => ({
				id,
				type,
				complaint,
				createdAt: createdAt.toISOString(),
				reporter: { id: reporter.id, userName: 'Asha' },
			})),
		);
	});

	test('comes with the oldest of very many', async () => {
		const kettle = await itemNamed('Kettle');
		const report = await itemReport(kettle);
		const others = [];
		for (let n = 0; n <= OTHER_REPORTS_MAX; n += 1) others.push((await itemReport(kettle)).id);

		const { otherPending } = await found(`/reports/${report.id}`);

		const told = otherPending.map(({ id }: { id: number }) => id);
		expect(told).toEqual(others.slice(0, OTHER_REPORTS_MAX));
	});

	test('comes with the other pending ones about the same person', async () => {
		const { id: ravi } = await t.student();
		const [report, other] = [await userReport(ravi), await userReport(ravi)];
		await userReport((await t.student()).id);

		const { otherPending } = await found(`/user-reports/${report.id}`);

		expect(otherPending).toMatchObject([{ id: other.id, complaint: other.complaint }]);
	});
});

describe('deciding for the whole target', () => {
	test('decides what was shown, not what came since, nor what is about something else', async () => {
		const [kettle, lamp] = [await itemNamed('Kettle'), await itemNamed('Lamp')];
		const [report, shown] = [await itemReport(kettle), await itemReport(kettle)];
		const [since, elsewhere] = [await itemReport(kettle), await itemReport(lamp)];

		const otherReports = [shown.id, elsewhere.id];
		const body = { wholeTarget: true, otherReports };
		const res = await t.as(admin).put(`/admin/reports/${report.id}/dismiss`, body);

		expect(res.statusCode).toBe(200);
		const statusOf = async ({ id }: { id: number }) => {
			const [row] = await t.db.select().from(itemReports).where(eq(itemReports.id, id));
			return row?.status;
		};
		expect(await Promise.all([report, shown, since, elsewhere].map(statusOf))).toEqual([
			'dismissed',
			'dismissed',
			'pending',
			'pending',
		]);
	});

	test('of a person decides what was shown', async () => {
		const { id: ravi } = await t.student();
		const [report, shown, since] = [
			await userReport(ravi),
			await userReport(ravi),
			await userReport(ravi),
		];

		const body = { action: 'none', wholeTarget: true, otherReports: [shown.id] };
		await t.as(admin).put(`/admin/user-reports/${report.id}/resolve`, body);

		const rows = await t.db.select().from(userReports).where(eq(userReports.reportedId, ravi));
		expect(rows.filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([
			since.id,
		]);
	});

	test.each([['5'], [[1.5]], [[2 ** 31]], [Array(OTHER_REPORTS_MAX + 1).fill(1)]])(
		'is refused where the others are no list of numbers: %j',
		async (otherReports) => {
			const report = await itemReport(await itemNamed('Kettle'));

			const body = { wholeTarget: true, otherReports };
			const res = await t.as(admin).put(`/admin/reports/${report.id}/dismiss`, body);

			expect(res.statusCode).toBe(400);
		},
	);
});
