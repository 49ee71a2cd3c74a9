import { describe, expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { accountLifecycle } from '#server/app/account-lifecycle.ts';
import { eq } from '#server/db/drizzle.ts';
import { reports } from '#server/db/schema/reports.ts';
import { decideReport } from '#server/features/reports/decide.ts';
import { ITEM_REPORTS } from '#server/features/reports/queries.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { openApp } from '#tests/support/app.ts';
import { openDecisions } from '#tests/support/report-decisions.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const {
	putAdminApi,
	insertItemReport,
	insertUserReport,
	auditEntriesAbout,
	warningsOf,
	notificationTitlesOf,
	storedItem,
	storedUser,
} = openDecisions(t);
const { connect } = await openSockets(t);
const admin = await t.admin({ username: 'Dean' });

describe('resolving a report about an item', () => {
	test('a resolution without action notifies the reporter and is logged', async () => {
		const [seller, reporter] = [await t.student(), await t.student()];
		const item = await t.item(seller);
		const id = await insertItemReport(item.id, reporter);

		const res = await putAdminApi(admin, `/reports/${id}/resolve`, {
			action: 'none',
			notes: 'Fine now.',
		});

		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual({ success: true, message: 'Report resolved successfully.' });
		expect((await t.as(admin).get(`/admin/reports/${id}`)).json().report).toMatchObject({
			status: 'resolved',
			action: 'none',
			adminNotes: 'Fine now.',
			resolver: { id: admin.id, username: 'Dean' },
			pendingForTarget: 0,
		});
		expect(await notificationTitlesOf(reporter)).toEqual(['Your report was upheld']);
		expect(await auditEntriesAbout(`report ${id}`)).toEqual([
			{ action: 'REPORT_RESOLVED', target: `report ${id}`, details: 'action none: Fine now.' },
			// The test itself viewed the report above.
			{ action: 'VIEW_REPORTS', target: `report ${id}`, details: '' },
		]);
	});

	test('the action item_banned bans the item, with the notes as the reason, and tells the owner; a second time succeeds and keeps the first ban', async () => {
		const owner = await t.student();
		const item = await t.item(owner, { title: 'Theodolite' });
		const id = await insertItemReport(item.id);

		await putAdminApi(admin, `/reports/${id}/resolve`, { action: 'item_banned', notes: 'A fake.' });

		expect(await storedItem(item.id)).toMatchObject({
			bannedAt: expect.any(Date),
			banReason: 'A fake.',
		});
		expect((await t.as(await t.student()).get(`/item/${item.id}`)).statusCode).toBe(404);
		expect(await notificationTitlesOf(owner)).toEqual([
			NOTIFICATION_MESSAGES.itemBanned('Theodolite'),
		]);
		expect(await auditEntriesAbout(`report ${id}`, `item ${item.id}`)).toEqual([
			{ action: 'REPORT_RESOLVED', target: `report ${id}`, details: 'action item_banned: A fake.' },
			{ action: 'ITEM_BANNED', target: `item ${item.id}`, details: `report ${id}: A fake.` },
		]);

		const next = await insertItemReport(item.id);
		const again = { action: 'item_banned', notes: 'New.' };
		const res = await putAdminApi(admin, `/reports/${next}/resolve`, again);
		expect(res.statusCode).toBe(200);
		expect(await storedItem(item.id)).toMatchObject({ banReason: 'A fake.' });
		expect(await auditEntriesAbout(`item ${item.id}`)).toHaveLength(1);
	});

	test('the action user_warned warns the owner of the item with the notes, or with a standard text, and tells both sides at once', async () => {
		for (const [notes, expected] of [
			['Describe it as it is.', 'Describe it as it is.'],
			[
				undefined,
				'A report about Kettle was found to be justified. Please keep to the rules of the market.',
			],
		]) {
			const [seller, reporter] = [await t.student(), await t.student()];
			const item = await t.item(seller, { title: 'Kettle' });
			const id = await insertItemReport(item.id, reporter);
			const connections = [await connect(seller), await connect(reporter)];

			await putAdminApi(admin, `/reports/${id}/resolve`, { action: 'user_warned', notes });

			for (const connection of connections)
				expect(await connection.waitFor(REALTIME_EVENTS.notificationsChanged)).toEqual({});

			expect(await warningsOf(seller)).toEqual([expected]);
			expect(await auditEntriesAbout(`user ${seller.id}`)).toMatchObject([
				{ action: 'USER_WARNED' },
			]);
		}
	});

	test('the action user_banned bans the owner of the item and ends the owner’s session and connection, but not the reporter’s', async () => {
		const [seller, reporter] = [await t.student(), await t.student()];
		const item = await t.item(seller);
		const id = await insertItemReport(item.id, reporter);
		const [connection, other] = [await connect(seller), await connect(reporter)];

		await putAdminApi(admin, `/reports/${id}/resolve`, {
			action: 'user_banned',
			notes: 'Third time.',
		});

		await connection.disconnected;
		expect(await other.waitFor(REALTIME_EVENTS.notificationsChanged)).toEqual({});
		expect(other.socket.connected).toBe(true);

		expect(await storedUser(seller)).toMatchObject({ bannedAt: expect.any(Date) });
		expect((await t.as(seller).get('/reports/mine')).statusCode).toBe(401);
		expect(await auditEntriesAbout(`user ${seller.id}`)).toEqual([
			{ action: 'USER_BANNED', target: `user ${seller.id}`, details: `report ${id}: Third time.` },
		]);
	});
});

test('dismissing a report notifies its reporter and is logged with the notes', async () => {
	const [seller, reporter] = [await t.student(), await t.student()];
	const id = await insertItemReport((await t.item(seller)).id, reporter);

	const res = await putAdminApi(admin, `/reports/${id}/dismiss`, { notes: 'It is real.' });

	expect(res.json()).toEqual({ success: true, message: 'Report dismissed successfully.' });
	expect(await notificationTitlesOf(reporter)).toEqual(['Your report was closed']);
	expect(await auditEntriesAbout(`report ${id}`)).toEqual([
		{ action: 'REPORT_DISMISSED', target: `report ${id}`, details: 'It is real.' },
	]);
});

describe('decisions on reports about a user', () => {
	test('the action user_warned without notes sends the reported user the standard warning', async () => {
		const reported = await t.student();
		const id = await insertUserReport(reported.id);

		const res = await putAdminApi(admin, `/user-reports/${id}/resolve`, { action: 'user_warned' });

		expect(res.json().message).toBe('Report resolved successfully.');
		expect(await warningsOf(reported)).toEqual([
			'A report about you was found to be justified. Please keep to the rules of the market.',
		]);
		expect(await auditEntriesAbout(`user report ${id}`, `user ${reported.id}`)).toEqual([
			{ action: 'REPORT_RESOLVED', target: `user report ${id}`, details: 'action user_warned' },
			{ action: 'USER_WARNED', target: `user ${reported.id}`, details: `user report ${id}` },
		]);
	});

	test('the action item_banned is refused with 400, and the report can still be dismissed', async () => {
		const id = await insertUserReport((await t.student()).id);

		const banResponse = await putAdminApi(admin, `/user-reports/${id}/resolve`, {
			action: 'item_banned',
		});
		const dismissResponse = await putAdminApi(admin, `/user-reports/${id}/dismiss`);

		expect(banResponse.statusCode).toBe(400);
		expect(dismissResponse.statusCode).toBe(200);
	});
});

test('when the mail of a warning cannot be queued, the decision on the report changes nothing', async () => {
	// With a confirmed address, the warning is mailed as well.
	const seller = await t.student({ emailConfirmedAt: new Date() });
	const item = await t.item(seller);
	const id = await insertItemReport(item.id);
	const addFailingTask = async () => {
		throw new Error('the queue is full');
	};

	const deciding = decideReport(
		{
			db: t.db,
			backgroundDb: t.db,
			realtime: t.app.realtime as RealtimeServer,
			adminChannel: t.app.adminChannel,
			accountLifecycle,
			addTask: addFailingTask,
		},
		{ adminId: admin.id, ipAddress: '127.0.0.1' },
		ITEM_REPORTS,
		id,
		{
			decision: { status: 'resolved', action: 'user_warned', notes: undefined },
			wholeTarget: false,
		},
	);

	await expect(deciding).rejects.toThrow('the queue is full');
	const [row] = await t.db.select().from(reports).where(eq(reports.id, id));
	expect(row).toMatchObject({ status: 'pending', resolvedBy: null });
	expect(await warningsOf(seller)).toEqual([]);
	expect(await auditEntriesAbout(`report ${id}`, `user ${seller.id}`)).toEqual([]);
});

test('a decided report is reopened with a new word to the reporter, keeps its history, and can be decided anew', async () => {
	const [seller, reporter] = [await t.student({ userName: 'Ravi' }), await t.student()];
	const item = await t.item(seller);
	const id = await insertItemReport(item.id, reporter);
	await putAdminApi(admin, `/reports/${id}/resolve`, { action: 'user_warned', notes: 'A fake.' });

	const reopened = await putAdminApi(admin, `/reports/${id}/reopen`);

	expect(reopened.json()).toEqual({
		success: true,
		message: 'The report is waiting for a decision again.',
	});
	expect(await notificationTitlesOf(reporter)).toEqual(['Your report is looked at again']);
	const found = (await t.as(admin).get(`/admin/reports/${id}`)).json();
	expect(found).toMatchObject({
		report: { status: 'pending', action: null, resolver: null, resolvedAt: null, adminNotes: null },
		item: { id: item.id, description: expect.any(String), price: expect.any(Number) },
		history: [
			{ what: 'REPORT_REOPENED', by: 'Dean' },
			{ what: 'REPORT_RESOLVED', by: 'Dean', text: 'action user_warned: A fake.' },
		],
	});
	expect(found.records).toContainEqual({
		id: seller.id,
		joinedAt: expect.any(String),
		warnings: 1,
		bans: 0,
		against: { all: 1, upheld: 0 },
		sent: { all: 0, upheld: 0 },
	});
	expect((await putAdminApi(admin, `/reports/${id}/reopen`)).statusCode).toBe(409);

	await putAdminApi(admin, `/reports/${id}/dismiss`);
	expect(await notificationTitlesOf(reporter)).toEqual(['Your report was closed']);
});

test('a report that its reporter has sent again meanwhile is not reopened', async () => {
	const [item, reporter] = [await t.item(await t.student()), await t.student()];
	const id = await insertItemReport(item.id, reporter);
	await putAdminApi(admin, `/reports/${id}/dismiss`);
	await insertItemReport(item.id, reporter);

	const res = await putAdminApi(admin, `/reports/${id}/reopen`);

	expect([res.statusCode, res.json().code]).toEqual([409, 'report-decision/sent-again']);
});

test('after a ban, the open reports about the person and their items are counted and resolved with its reason', async () => {
	const [seller, reporter] = [await t.student(), await t.student()];
	const [item, other] = [await t.item(seller), await t.item(await t.student())];
	const ids = [await insertItemReport(item.id), await insertItemReport(item.id, reporter)];
	const userReportId = await insertUserReport(seller.id);
	const unrelated = await insertItemReport(other.id);
	const banned = { about: 'user', id: seller.id };
	const resolve = () => putAdminApi(admin, '/open-reports/resolve', banned);
	const count = async () =>
		(await t.as(admin).get(`/admin/open-reports?about=user&id=${seller.id}`)).json().count;

	expect((await resolve()).statusCode).toBe(409);
	await putAdminApi(admin, `/users/${seller.id}/ban`, { reason: 'Sells fakes.' });
	expect(await count()).toBe(3);
	const res = await resolve();

	expect(res.json()).toEqual({ success: true, message: '3 reports resolved.' });
	expect(await count()).toBe(0);
	const decided = { status: 'resolved', action: 'user_banned', adminNotes: 'Sells fakes.' };
	for (const path of [...ids.map((id) => `reports/${id}`), `user-reports/${userReportId}`]) {
		const { report, userReport = report } = (await t.as(admin).get(`/admin/${path}`)).json();
		expect(userReport).toMatchObject(decided);
	}
	expect(await notificationTitlesOf(reporter)).toEqual(['Your report was upheld']);
	const untouched = (await t.as(admin).get(`/admin/reports/${unrelated}`)).json().report;
	expect(untouched.status).toBe('pending');
});

test('the entry of the bell about a report is read for all administrators once the report is decided', async () => {
	const [colleague, reporter] = [await t.admin(), await t.student()];
	const item = await t.item(await t.student());
	await t
		.as(reporter)
		.post(`/report/report-item/${item.id}`, { complaint: 'Fake.', type: 'fraud' });
	const unread = async () => (await t.as(colleague).get('/admin/counts')).json().unread;
	const before = await unread();
	const [row] = await t.db.select().from(reports).where(eq(reports.itemId, item.id));

	await putAdminApi(admin, `/reports/${row?.id}/dismiss`);
	expect(await unread()).toBe(before - 1);

	await putAdminApi(admin, `/reports/${row?.id}/reopen`);
	expect(await unread()).toBe(before);
});
