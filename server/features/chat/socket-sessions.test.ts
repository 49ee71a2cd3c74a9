import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { sessions } from '#server/db/schema/users.ts';
import { createToken } from '#server/features/auth/one-time-links/commands.ts';
import { listOpenSessions } from '#server/features/auth/sessions/queries.ts';
import { endExpiredSessions } from '#server/realtime/expired-sessions.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { type Line, openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect, refusal } = await openSockets(t);

async function secondSession({ email }: { email: string }) {
	const login = await t.as(null).post('/auth/login', { email, password: PASSWORD });
	return { token: String(login.json().accessToken) };
}

const farewells = (line: Line) => line.heard(CHAT_EVENTS.errorMessage);

describe('the connections of a session close', () => {
	test('when the user signs out, while another browser stays connected', async () => {
		const student = await t.student();
		const other = await secondSession(student);
		const [line, tab, elsewhere] = [
			await connect(student),
			await connect(student, { transports: ['polling'] }),
			await connect(other),
		];

		await t.as(student).post('/auth/logout');

		expect(await Promise.all([line.ended, tab.ended])).toEqual(
			Array(2).fill('io server disconnect'),
		);
		expect([...farewells(line), ...farewells(tab)]).toEqual(Array(2).fill('Please log in again.'));
		await elsewhere.caughtUp();
	});

	test('when the session expires', async () => {
		const [student, other] = [await t.student(), await t.student()];
		const [line, going] = [await connect(student), await connect(other)];
		await t.db
			.update(sessions)
			.set({ expiresAt: new Date() })
			.where(eq(sessions.userId, student.id));

		await endExpiredSessions(t.app.realtime, (ids) => listOpenSessions(t.db, ids));

		expect(await line.ended).toBe('io server disconnect');
		expect(farewells(line)).toEqual([CHAT_MESSAGES.signedOut]);
		await going.caughtUp();
	});

	test('when the user ends that session from another browser', async () => {
		const student = await t.student();
		const other = await secondSession(student);
		const [line, elsewhere] = [await connect(student), await connect(other)];

		await t.as(student).delete(`/account/sessions/${decodeJwt(other.token).sid}`);

		expect(await elsewhere.ended).toBe('io server disconnect');
		await line.caughtUp();
	});

	test('when the user signs out everywhere, and other users stay connected', async () => {
		const student = await t.student();
		const lines = [await connect(student), await connect(await secondSession(student))];
		const other = await connect(await t.student());

		await t.as(student).post('/account/sign-out-everywhere');

		for (const line of lines) expect(await line.ended).toBe('io server disconnect');
		await other.caughtUp();
		expect(await refusal(student.token)).toBe(CHAT_MESSAGES.signIn);
	});

	test('when the user changes their password; the browser that changed it gets no message and reconnects with its new token', async () => {
		const student = await t.student();
		const [line, elsewhere] = [await connect(student), await connect(await secondSession(student))];

		const body = { currentPassword: PASSWORD, password: 'another chalk' };
		const res = await t.as(student).put('/account/password', body);

		await Promise.all([line.ended, elsewhere.ended]);
		expect(farewells(line)).toEqual([]);
		expect(farewells(elsewhere)).toEqual([CHAT_MESSAGES.signedOut]);
		await connect({ token: res.json().accessToken });
	});

	test('when the user sets a password through a mailed link', async () => {
		const student = await t.student();
		const line = await connect(student);
		await t.as(null).post('/auth/forgot-password', { email: student.email });
		const token = await createToken(t.db, student.id, 'reset-password');

		await t.as(null).post('/auth/reset-password', { token, password: 'another chalk' });

		expect(await line.ended).toBe('io server disconnect');
	});

	test('when the user deletes their account', async () => {
		const student = await t.student();
		const line = await connect(student);

		const res = await t.as(student).post('/account/delete', { password: PASSWORD });

		expect(res.json().message).toBe(ACCOUNT_MESSAGES.deleted);
		expect(await line.ended).toBe('io server disconnect');
	});
});

test('a suspended user is told so on their open connection and on further requests', async () => {
	const student = await t.student();
	const admin = await t.admin();
	const line = await connect(student);

	await t.as(admin).put(`/admin/users/${student.id}/ban`, { reason: 'Dealer' });

	expect(await line.ended).toBe('io server disconnect');
	expect(farewells(line)).toEqual([AUTH_MESSAGES.suspended]);
	const answer = await t.as(student).get('/notices');
	expect([answer.statusCode, answer.json().message]).toEqual([401, AUTH_MESSAGES.suspended]);
	expect((await t.as({ token: `${student.token}x` }).get('/notices')).json().message).toBe(
		COMMON_MESSAGES.signIn,
	);
});
