import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { sessions } from '#server/db/schema/users.ts';
import { createToken } from '#server/features/auth/address/queries.ts';
import { listOpenSessions } from '#server/features/auth/queries.ts';
import { endExpiredSessions } from '#server/realtime/realtime.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openSockets, type TestConnection } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, rejectionReason } = await openSockets(t);

async function openSecondSession({ email }: { email: string }) {
	const login = await t.as(null).post('/auth/login', { email, password: PASSWORD });
	return { token: String(login.json().accessToken) };
}

const disconnectMessages = (connection: TestConnection) =>
	connection.received(CHAT_EVENTS.errorMessage);

describe('socket connections of ended sessions', () => {
	test('when a user signs out, the connections of that browser close and another browser stays connected', async () => {
		const student = await t.student();
		const other = await openSecondSession(student);
		const [connection, tab, otherConnection] = [
			await connect(student),
			await connect(student, { transports: ['polling'] }),
			await connect(other),
		];

		await t.as(student).post('/auth/logout');

		expect(await Promise.all([connection.disconnected, tab.disconnected])).toEqual(
			Array(2).fill('io server disconnect'),
		);
		expect([...disconnectMessages(connection), ...disconnectMessages(tab)]).toEqual(
			Array(2).fill('Please log in again.'),
		);
		await otherConnection.waitForPending();
	});

	test('when a session expires, its connection closes', async () => {
		const [student, other] = [await t.student(), await t.student()];
		const [connection, otherConnection] = [await connect(student), await connect(other)];
		await t.db
			.update(sessions)
			.set({ expiresAt: new Date() })
			.where(eq(sessions.userId, student.id));

		await endExpiredSessions(t.app.realtime, (ids) => listOpenSessions(t.db, ids));

		expect(await connection.disconnected).toBe('io server disconnect');
		expect(disconnectMessages(connection)).toEqual([CHAT_ERRORS.signedOut.message]);
		await otherConnection.waitForPending();
	});

	test('when a user ends the session of another browser, the connection of that browser closes', async () => {
		const student = await t.student();
		const other = await openSecondSession(student);
		const [connection, otherConnection] = [await connect(student), await connect(other)];

		await t.as(student).delete(`/account/sessions/${decodeJwt(other.token).sid}`);

		expect(await otherConnection.disconnected).toBe('io server disconnect');
		await connection.waitForPending();
	});

	test('when a user signs out everywhere, all connections of that user close and other users stay connected', async () => {
		const student = await t.student();
		const connections = [await connect(student), await connect(await openSecondSession(student))];
		const other = await connect(await t.student());

		await t.as(student).post('/account/sign-out-everywhere');

		for (const connection of connections)
			expect(await connection.disconnected).toBe('io server disconnect');
		await other.waitForPending();
		expect(await rejectionReason(student.token)).toBe(CHAT_ERRORS.signIn.message);
	});

	test('when a user changes the password, all connections close, but the browser that changed it gets no error message and can reconnect', async () => {
		const student = await t.student();
		const [connection, otherConnection] = [
			await connect(student),
			await connect(await openSecondSession(student)),
		];

		const body = { currentPassword: PASSWORD, password: 'another chalk' };
		const res = await t.as(student).put('/account/password', body);

		await Promise.all([connection.disconnected, otherConnection.disconnected]);
		expect(disconnectMessages(connection)).toEqual([]);
		expect(disconnectMessages(otherConnection)).toEqual([CHAT_ERRORS.signedOut.message]);
		await connect({ token: res.json().accessToken });
	});

	test('when a user sets a password through a mailed link, the user’s open connection closes', async () => {
		const student = await t.student();
		const connection = await connect(student);
		await t.as(null).post('/auth/forgot-password', { email: student.email });
		const token = await createToken(t.db, { userId: student.id, purpose: 'reset-password' });

		await t.as(null).post('/auth/reset-password', { token, password: 'another chalk' });

		expect(await connection.disconnected).toBe('io server disconnect');
	});

	test('when a user deletes the account, the user’s open connection closes', async () => {
		const student = await t.student();
		const connection = await connect(student);

		const res = await t.as(student).post('/account/delete', { password: PASSWORD });

		expect(res.json().message).toBe(ACCOUNT_MESSAGES.deleted);
		expect(await connection.disconnected).toBe('io server disconnect');
	});
});

test('a banned user is informed of the ban, on the open connection and in answers to further requests', async () => {
	const student = await t.student();
	const admin = await t.admin();
	const connection = await connect(student);

	await t.as(admin).put(`/admin/users/${student.id}/ban`, { reason: 'Dealer' });

	expect(await connection.disconnected).toBe('io server disconnect');
	expect(disconnectMessages(connection)).toEqual([AUTH_ERRORS.suspended.message]);
	const response = await t.as(student).get('/notices');
	expect([response.statusCode, response.json().message]).toEqual([
		401,
		AUTH_ERRORS.suspended.message,
	]);
	expect((await t.as({ token: `${student.token}x` }).get('/notices')).json().message).toBe(
		REQUEST_ERRORS.signIn.message,
	);
});
