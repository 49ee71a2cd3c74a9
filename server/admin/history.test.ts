import { describe, expect, test } from 'vitest';
import { auditLog } from '#server/db/schema/audit.ts';
import { reports } from '#server/db/schema/reports.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const superAdminClient = t.as(await t.admin({ username: 'Sunita', roleLevel: 'super_admin' }));
const getHistory = async (what: string, client = superAdminClient) =>
	(await client.get(`/admin/${what}`)).json().history;

test('a user’s history lists reports by and against the user, reports about the user’s items and actions of administrators, newest first', async () => {
	const [user, other] = [await t.student({ userName: 'Ravi' }), await t.student()];
	const [ownItem, otherItem] = [await t.item(user), await t.item(other)];
	const createdOn = (day: number) => ({ createdAt: new Date(`2026-01-0${day}T10:00:00Z`) });
	const by = (person: { id: number }, complaint: string, type: string) => ({
		reporterId: person.id,
		complaint,
		type,
	});
	await t.db.insert(reports).values([
		{ ...by(other, 'Broken', 'fraud'), itemId: ownItem.id, ...createdOn(2) },
		{ ...by(user, 'Fake', 'spam'), itemId: otherItem.id, ...createdOn(3) },
	]);
	await t.db.insert(reports).values([
		{ ...by(other, 'Rude', 'harassment'), reportedId: user.id, ...createdOn(1) },
		{ ...by(user, 'Pushy', 'other'), reportedId: other.id, ...createdOn(4) },
	]);
	await superAdminClient.put(`/admin/users/${user.id}/warn`, { message: 'Be polite.' });

	const history = await getHistory(`users/${user.id}`);

	const status = 'pending';
	const reportAgainst = { kind: 'report-against', status, by: 'Asha' };
	const reportByUser = { kind: 'report-by', status, by: 'Ravi' };
	expect(history).toMatchObject([
		{
			kind: 'audit',
			what: 'USER_WARNED',
			text: 'Be polite.',
			by: 'Sunita',
			status: null,
			about: null,
		},
		{
			...reportByUser,
			text: 'Pushy',
			what: 'other',
			about: 'user',
			at: '2026-01-04T10:00:00.000Z',
		},
		{ ...reportByUser, text: 'Fake', what: 'spam', about: 'item' },
		{ ...reportAgainst, text: 'Broken', what: 'fraud', about: 'item' },
		{ ...reportAgainst, text: 'Rude', what: 'harassment', about: 'user' },
	]);
});

test('every administrator sees warnings and bans with their reason in a history, although only super administrators read the audit log', async () => {
	const adminClient = t.as(await t.admin({ username: 'Imran' }));
	const [seller, reporter] = [await t.student(), await t.student()];
	const item = await t.item(seller);
	const report = { reporterId: reporter.id, complaint: 'Broken', type: 'fraud' };
	await t.db.insert(reports).values({ ...report, itemId: item.id });
	await superAdminClient.put(`/admin/users/${seller.id}/warn`, { message: 'Be polite.' });
	await adminClient.put(`/admin/items/${item.id}/ban`, { reason: 'Broken indeed' });

	// The entry of this view is left out below.
	await getHistory(`users/${seller.id}`);
	const ofSeller = await getHistory(`users/${seller.id}`, adminClient);
	const ofItem = await getHistory(`items/${item.id}`, adminClient);

	const reported = { kind: 'report-against', text: 'Broken' };
	expect(ofSeller).toMatchObject([
		{ kind: 'audit', what: 'USER_WARNED', text: 'Be polite.', by: 'Sunita' },
		reported,
	]);
	expect(ofItem).toMatchObject([
		{ kind: 'audit', what: 'ITEM_BANNED', text: 'Broken indeed', by: 'Imran' },
		reported,
	]);
	expect((await adminClient.get('/admin/audit-logs')).statusCode).toBe(403);
});

describe('reports named in the history', () => {
	const makeReport = async (reportedId: number) => {
		const { id: reporterId } = await t.student();
		const report = { reporterId, reportedId, complaint: 'Rude', type: 'harassment' };
		const [inserted] = await t.db.insert(reports).values(report).returning();
		return inserted?.id ?? 0;
	};

	test('the audit entry of a warning names the report that was resolved with or without notes; the text of a direct warning is none', async () => {
		for (const [body, notes] of [
			[{ notes: 'No reply.\nTwice.' }, 'No reply.\nTwice.'],
			[{}, ''],
		] as const) {
			const user = await t.student();
			const id = await makeReport(user.id);
			const decision = { action: 'user_warned', ...body };
			await superAdminClient.put(`/admin/user-reports/${id}/resolve`, decision);

			const [entry] = await getHistory(`users/${user.id}`);

			const text = notes ? `user report ${id}: ${notes}` : `user report ${id}`;
			expect(entry).toMatchObject({
				what: 'USER_WARNED',
				text,
				report: { about: 'user', id, notes },
			});
		}
		const user = await t.student();
		await superAdminClient.put(`/admin/users/${user.id}/warn`, { message: 'report 3: Be polite.' });
		const [direct] = await getHistory(`users/${user.id}`);
		expect(direct).toMatchObject({ text: 'report 3: Be polite.' });
		expect(direct).not.toHaveProperty('report');
	});

	test('audit entries from before the report column existed name the report that their details refer to', async () => {
		const item = await t.item(await t.student());
		const old = { severity: 'HIGH', ipAddress: '10.1.2.3', report: null };
		await t.db.insert(auditLog).values([
			{ ...old, action: 'ITEM_BANNED', target: `item ${item.id}`, details: 'report 3: A fake.' },
			{ ...old, action: 'ITEM_BANNED', target: `item ${item.id}`, details: 'reported 3 times' },
			{ ...old, action: 'ITEM_DELETED', target: `item ${item.id}`, details: 'report 4' },
		]);

		const history = await getHistory(`items/${item.id}`);

		const reports = history.map(({ report }: { report?: unknown }) => report);
		const expected = { about: 'item', id: 3, notes: 'A fake.' };
		expect(reports).toEqual([undefined, undefined, expected]);
	});
});
