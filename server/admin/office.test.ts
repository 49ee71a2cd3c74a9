import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { adminSessions } from '#server/db/schema/admins.ts';
import { settings } from '#server/db/schema/settings.ts';
import { saveSettings } from '#server/features/maintenance/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { makeOneOfEach } from '#tests/support/office-things.ts';
import { type Line, openSockets } from '#tests/support/sockets.ts';
import { openAdminSession } from './administrators/sessions.ts';

const t = await openApp();
const { connect, refusal } = await openSockets(t, ADMIN_NAMESPACE);
const closing = await openApp();
const { adminChannel: office } = t.app;
const seller = await t.student();

const newsOf = (line: Line) => line.heard<{ what: string }>(ADMIN_EVENTS.changed);
const sessionOf = async (adminId: number) => {
	const rows = await t.db.select().from(adminSessions).where(eq(adminSessions.adminId, adminId));
	return rows.map(({ tokenHash }) => tokenHash);
};
const WORDS = { maintenanceMessage: undefined, estimatedDowntime: undefined };
const maintain = async (maintenanceMode: boolean) =>
	void (await saveSettings(t.db, { maintenanceMode, ...WORDS }));
const letInWithoutCodes = async () =>
	void (await t.db.update(settings).set({ requireTwoStep: false }));
/** Nobody has used it for longer than a session lasts. */
const letIdle = (adminId: number) =>
	t.db
		.update(adminSessions)
		.set({ lastSeenAt: sql`now() - interval '31 minutes'` })
		.where(eq(adminSessions.adminId, adminId));

const ids = await makeOneOfEach(t);
const NOTIFICATION = { title: 'Holidays', message: 'On Friday.', type: 'info', target: 'admins' };
/** Something that an administrator does, the news of which name it so. */
const DEEDS = [
	['PUT', `/admin/reports/${ids.reports}/dismiss`, {}, 'reports'],
	['PUT', `/admin/users/${ids.users}/warn`, { message: 'Be polite.' }, 'users'],
	['PUT', `/admin/users/${ids.users}/ban`, {}, 'users'],
	['PUT', `/admin/items/${ids.items}/ban`, {}, 'items'],
	['PUT', `/admin/feedback/${ids.feedback}/approve`, {}, 'feedback'],
	['PUT', `/admin/feedback/${ids.feedback}/toggle-featured`, {}, 'feedback'],
	['POST', '/admin/notifications', NOTIFICATION, 'notifications'],
] as const;

describe('an administrator hears', () => {
	test('of a new report about an item at once, and that they were notified', async () => {
		const line = await connect(await t.admin());
		const item = await t.item(seller);

		await t
			.as(await t.student())
			.post(`/report/report-item/${item.id}`, { complaint: 'Not real.' });

		await line.hears(ADMIN_EVENTS.changed, 2);
		const what = newsOf(line).map((news) => news.what);
		expect(what.sort()).toEqual(['notifications', 'reports']);
	});

	test('of a new report about a person at once', async () => {
		const line = await connect(await t.admin());

		await t
			.as(await t.student())
			.post(`/user-report/report-user/${seller.id}`, { complaint: 'Was rude.' });

		await line.hears(ADMIN_EVENTS.changed, 2);
		expect(newsOf(line)).toContainEqual({ what: 'user-reports' });
	});

	test('what another administrator decided', async () => {
		const item = await t.item(seller);
		await t
			.as(await t.student())
			.post(`/report/report-item/${item.id}`, { complaint: 'Not real.' });
		const [one, other] = [await t.admin(), await t.admin()];
		const { reports } = (await t.as(one).get('/admin/reports')).json();
		const line = await connect(other);

		await t.as(one).put(`/admin/reports/${reports[0].id}/dismiss`);

		expect(await line.hears(ADMIN_EVENTS.changed)).toEqual({ what: 'reports' });
	});

	test.each(DEEDS)(
		'of %s %s on every page but the one that did it',
		async (method, path, payload, what) => {
			const admin = await t.admin();
			const [line, other] = [await connect(admin), await connect(admin)];
			const headers = { [ADMIN_SOCKET_HEADER]: line.socket.id };

			const done = await t.as(admin).call(method, path, { headers, payload });
			await other.hears(ADMIN_EVENTS.changed);
			office.publish({ what: 'settings' });
			await line.hears(ADMIN_EVENTS.changed);

			expect(done.statusCode).toBeLessThan(300);
			expect(newsOf(other)).toContainEqual({ what });
			expect(newsOf(line)).toEqual([{ what: 'settings' }]);
		},
	);

	test('of a deed as well where a page names more than its own connection', async () => {
		const admin = await t.admin();
		const line = await connect(admin);
		const headers = { [ADMIN_SOCKET_HEADER]: `admin:${admin.id}` };

		await t.as(admin).call('POST', '/admin/notifications', { headers, payload: NOTIFICATION });

		expect(await line.hears(ADMIN_EVENTS.changed)).toEqual({ what: 'notifications' });
	});

	test('that two-step sign-in is to be set up, which ends no session, and nothing else until it is', async () => {
		const twoStep = { totpSecret: 'sealed', totpConfirmedAt: new Date() };
		const [dean, clerk] = [await t.admin({ roleLevel: 'super_admin' }), await t.admin(twoStep)];
		const [line, other] = [await connect(dean), await connect(clerk)];
		onTestFinished(letInWithoutCodes);

		await t.as(dean).put('/admin/settings', { maintenanceMode: false, requireTwoStep: true });
		await line.hears(ADMIN_EVENTS.changed);
		office.publish({ what: 'items' });
		await expect.poll(() => newsOf(other)).toContainEqual({ what: 'items' });
		await letInWithoutCodes();
		office.publish({ what: 'users' });
		await expect.poll(() => newsOf(line)).toContainEqual({ what: 'users' });

		expect(newsOf(line)).toEqual([{ what: 'settings' }, { what: 'users' }]);
		expect(line.heard(ADMIN_EVENTS.ended)).toEqual([]);
	});

	test('goes on hearing in maintenance', async () => {
		const line = await connect(await t.admin());
		onTestFinished(() => maintain(false));

		await maintain(true);
		await line.hears(ADMIN_EVENTS.changed);
		office.publish({ what: 'feedback' });

		await expect.poll(() => newsOf(line)).toContainEqual({ what: 'feedback' });
		expect(await refusal((await t.admin()).token)).toBe('It was let in.');
	});
});

describe('a connection is refused', () => {
	test.each([
		['no token', undefined],
		['garbage', 'garbage'],
		['garbage that looks like ours', 'office_garbage'],
		['an object', { $ne: '' }],
	])('with %s', async (_, token) => {
		expect(await refusal(token)).toBe('Please log in.');
	});

	test('with the token of a user', async () => {
		expect(await refusal(seller.token)).toBe('Please log in.');
	});

	test('with a session that was ended, or has ended by itself', async () => {
		const [signedOut, idle] = [await t.admin(), await t.admin()];
		await t.db.delete(adminSessions).where(eq(adminSessions.adminId, signedOut.id));
		await letIdle(idle.id);

		expect(await refusal(signedOut.token)).toBe('Please log in.');
		expect(await refusal(idle.token)).toBe('Please log in.');
	});

	test('while two-step sign-in is to be set up first', async () => {
		const admin = await t.admin();
		await t.db.update(settings).set({ requireTwoStep: true });
		onTestFinished(letInWithoutCodes);

		expect(await refusal(admin.token)).toBe('Please log in.');
	});
});

describe('a connection ends', () => {
	test('with its session, which is told', async () => {
		const admin = await t.admin();
		const line = await connect(admin);
		const [sessionId] = await sessionOf(admin.id);

		office.endSession(sessionId ?? '');

		await line.ended;
		expect(line.heard(ADMIN_EVENTS.ended)).toHaveLength(1);
	});

	test('with all others of an administrator, but for the session that goes on', async () => {
		const admin = await t.admin();
		const [kept] = await sessionOf(admin.id);
		const line = await connect(admin);
		const another = await connect({ token: await openAdminSession(t.db, admin.id) });

		office.endAdmin(admin.id, kept);

		await another.ended;
		office.publish({ what: 'users' });
		expect(await line.hears(ADMIN_EVENTS.changed)).toEqual({ what: 'users' });
	});

	test('before anything is told once its session has ended by itself', async () => {
		const [idle, awake] = [await t.admin(), await t.admin()];
		const [line, other] = [await connect(idle), await connect(awake)];
		await letIdle(idle.id);

		office.publish({ what: 'items' });

		await line.ended;
		expect(await other.hears(ADMIN_EVENTS.changed)).toEqual({ what: 'items' });
		expect(newsOf(line)).toEqual([]);
	});

	test('with the app', async () => {
		const lines = await openSockets(closing, ADMIN_NAMESPACE);
		const line = await lines.connect(await closing.admin());

		await closing.app.close();

		await line.ended;
	});
});

test('of however many sessions is asked in one statement whether they are open', async () => {
	const [awake, ...idle] = [await t.admin(), await t.admin(), await t.admin()];
	const line = await connect(awake);
	const over = await Promise.all(idle.map((admin) => connect(admin)));
	for (const { id } of idle) await letIdle(id);
	const query = vi.spyOn(pg.Client.prototype, 'query');
	onTestFinished(() => query.mockRestore());

	office.publish({ what: 'items' });

	await Promise.all(over.map(({ ended }) => ended));
	expect(await line.hears(ADMIN_EVENTS.changed)).toEqual({ what: 'items' });
	const asked = query.mock.calls.filter(([sent]) =>
		JSON.stringify(sent).includes('admin_sessions'),
	);
	expect(asked).toHaveLength(1);
	for (const { heard } of over) expect(heard(ADMIN_EVENTS.ended)).toHaveLength(1);
});

test('only listening does not keep a session open', async () => {
	const admin = await t.admin();
	await connect(admin);
	await t.db
		.update(adminSessions)
		.set({ lastSeenAt: sql`now() - interval '20 minutes'` })
		.where(eq(adminSessions.adminId, admin.id));
	const other = await connect(await t.admin());

	office.publish({ what: 'items' });
	await other.hears(ADMIN_EVENTS.changed);

	const [session] = await t.db
		.select()
		.from(adminSessions)
		.where(eq(adminSessions.adminId, admin.id));
	expect(Date.now() - Number(session?.lastSeenAt)).toBeGreaterThan(15 * 60_000);
});
