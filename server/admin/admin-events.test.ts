import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN_EVENTS, ADMIN_NAMESPACE, ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { openAdminSession } from '#server/admin/administrators/sessions.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { adminSessions } from '#server/db/schema/admins.ts';
import { settings } from '#server/db/schema/settings.ts';
import { insertOneOfEach } from '#tests/support/admin-fixtures.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets, type TestConnection } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, rejectionReason } = await openSockets(t, ADMIN_NAMESPACE);
const { adminChannel } = t.app;
const seller = await t.student();

const eventsOf = (connection: TestConnection) =>
	connection.received<{ what: string }>(ADMIN_EVENTS.changed);
const sessionIdsOf = async (adminId: number) => {
	const rows = await t.db.select().from(adminSessions).where(eq(adminSessions.adminId, adminId));
	return rows.map(({ tokenHash }) => tokenHash);
};
const disableRequiredTwoStep = async () =>
	void (await t.db.update(settings).set({ requireTwoStep: false }));
/** Makes the session look unused for longer than the idle limit of 30 minutes. */
const expireSession = (adminId: number) =>
	t.db
		.update(adminSessions)
		.set({ lastSeenAt: sql`now() - interval '31 minutes'` })
		.where(eq(adminSessions.adminId, adminId));

const ids = await insertOneOfEach(t);
const NOTIFICATION = { title: 'Holidays', message: 'On Friday.', type: 'info', target: 'admins' };
/** Requests of an administrator: method, path, body, and the kind of data that the event names. */
const ACTIONS = [
	['PUT', `/admin/reports/${ids.reports}/dismiss`, {}, 'reports'],
	['PUT', `/admin/users/${ids.users}/warn`, { message: 'Be polite.' }, 'users'],
	['PUT', `/admin/users/${ids.users}/ban`, {}, 'users'],
	['PUT', `/admin/items/${ids.items}/ban`, {}, 'items'],
	['PUT', `/admin/feedback/${ids.feedback}/approve`, {}, 'feedback'],
	['PUT', `/admin/feedback/${ids.feedback}/toggle-featured`, {}, 'feedback'],
	['POST', '/admin/notifications', NOTIFICATION, 'notifications'],
] as const;

describe('realtime events for administrators', () => {
	test('a new report about an item sends connected administrators a report event and a notification event', async () => {
		const connection = await connect(await t.admin());
		const item = await t.item(seller);

		await t
			.as(await t.student())
			.post(`/report/report-item/${item.id}`, { complaint: 'Not real.' });

		await connection.waitFor(ADMIN_EVENTS.changed, 2);
		const what = eventsOf(connection).map((event) => event.what);
		expect(what.sort()).toEqual(['notifications', 'reports']);
	});

	test('an action sends an event to the administrator’s other open pages, but not to the page that made the request', async () => {
		const admin = await t.admin();
		const [connection, other] = [await connect(admin), await connect(admin)];
		const headers = { [ADMIN_SOCKET_HEADER]: connection.socket.id };
		for (const [index, [method, path, payload, what]] of ACTIONS.entries()) {
			const before = eventsOf(other).length;

			const response = await t.as(admin).call(method, path, { headers, payload });
			await other.waitFor(ADMIN_EVENTS.changed, before + 1);
			adminChannel.publish({ what: 'settings' });
			await connection.waitFor(ADMIN_EVENTS.changed, index + 1);
			await expect.poll(() => eventsOf(other).at(-1)).toEqual({ what: 'settings' });

			expect(response.statusCode, path).toBeLessThan(300);
			expect(eventsOf(other).slice(before), path).toContainEqual({ what });
		}
		expect(eventsOf(connection)).toEqual(ACTIONS.map(() => ({ what: 'settings' })));
		// A header that names a Socket.IO room instead of a socket keeps the event from nobody.
		const room = { [ADMIN_SOCKET_HEADER]: `admin:${admin.id}` };
		const before = eventsOf(connection).length;
		await t
			.as(admin)
			.call('POST', '/admin/notifications', { headers: room, payload: NOTIFICATION });
		await connection.waitFor(ADMIN_EVENTS.changed, before + 1);
		expect(eventsOf(connection).slice(before)).toContainEqual({ what: 'notifications' });
	});

	test('when two-step sign-in becomes required, administrators without it stay connected but receive no further events until the requirement ends', async () => {
		const twoStep = { totpSecret: 'sealed', totpConfirmedAt: new Date() };
		const [superAdmin, adminWithTwoStep] = [
			await t.admin({ roleLevel: 'super_admin' }),
			await t.admin(twoStep),
		];
		const [connection, other] = [await connect(superAdmin), await connect(adminWithTwoStep)];
		onTestFinished(disableRequiredTwoStep);

		await t.as(superAdmin).put('/admin/settings', { maintenanceMode: false, requireTwoStep: true });
		await connection.waitFor(ADMIN_EVENTS.changed);
		adminChannel.publish({ what: 'items' });
		await expect.poll(() => eventsOf(other)).toContainEqual({ what: 'items' });
		await disableRequiredTwoStep();
		adminChannel.publish({ what: 'users' });
		await expect.poll(() => eventsOf(connection)).toContainEqual({ what: 'users' });

		expect(eventsOf(connection)).toEqual([{ what: 'settings' }, { what: 'users' }]);
		expect(connection.received(ADMIN_EVENTS.ended)).toEqual([]);
	});
});

test('connections without a valid session of an administrator who has set up what is required are refused', async () => {
	const [signedOut, idle, withoutTwoStep] = [await t.admin(), await t.admin(), await t.admin()];
	await t.db.delete(adminSessions).where(eq(adminSessions.adminId, signedOut.id));
	await expireSession(idle.id);
	const tokens = [
		undefined,
		'garbage',
		'office_garbage',
		{ $ne: '' },
		seller.token,
		signedOut.token,
		idle.token,
	];

	for (const token of tokens) expect(await rejectionReason(token)).toBe('Please log in.');
	await t.db.update(settings).set({ requireTwoStep: true });
	onTestFinished(disableRequiredTwoStep);
	expect(await rejectionReason(withoutTwoStep.token)).toBe('Please log in.');
});

describe('closing of admin socket connections', () => {
	test('ending an administrator’s other sessions closes their connections and keeps the current session’s connection', async () => {
		const admin = await t.admin();
		const [keptSessionId] = await sessionIdsOf(admin.id);
		const connection = await connect(admin);
		const another = await connect({ token: await openAdminSession(t.db, admin.id) });

		adminChannel.endAdmin(admin.id, keptSessionId);

		await another.disconnected;
		expect(another.received(ADMIN_EVENTS.ended)).toHaveLength(1);
		adminChannel.publish({ what: 'users' });
		expect(await connection.waitFor(ADMIN_EVENTS.changed)).toEqual({ what: 'users' });
	});
});

test('publishing an admin event checks the sessions of all connections in one SQL statement, and closes those of expired sessions without reaching the page', async () => {
	const [active, ...idle] = [await t.admin(), await t.admin(), await t.admin()];
	const connection = await connect(active);
	const idleConnections = await Promise.all(idle.map((admin) => connect(admin)));
	for (const { id } of idle) await expireSession(id);
	const query = vi.spyOn(pg.Client.prototype, 'query');
	onTestFinished(() => query.mockRestore());

	adminChannel.publish({ what: 'items' });

	await Promise.all(idleConnections.map(({ disconnected }) => disconnected));
	expect(await connection.waitFor(ADMIN_EVENTS.changed)).toEqual({ what: 'items' });
	const sessionQueries = query.mock.calls.filter(([sent]) =>
		JSON.stringify(sent).includes('admin_sessions'),
	);
	expect(sessionQueries).toHaveLength(1);
	for (const idleConnection of idleConnections) {
		expect(idleConnection.received(ADMIN_EVENTS.ended)).toHaveLength(1);
		expect(eventsOf(idleConnection)).toEqual([]);
	}
});

test('an open connection that only receives events does not extend the administrator’s session', async () => {
	const admin = await t.admin();
	await connect(admin);
	await t.db
		.update(adminSessions)
		.set({ lastSeenAt: sql`now() - interval '20 minutes'` })
		.where(eq(adminSessions.adminId, admin.id));
	const other = await connect(await t.admin());

	adminChannel.publish({ what: 'items' });
	await other.waitFor(ADMIN_EVENTS.changed);

	const [session] = await t.db
		.select()
		.from(adminSessions)
		.where(eq(adminSessions.adminId, admin.id));
	expect(Date.now() - Number(session?.lastSeenAt)).toBeGreaterThan(15 * 60_000);
});
