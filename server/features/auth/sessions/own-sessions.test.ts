import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { sql } from '#server/db/drizzle.ts';
import { endAllSessions, findUser, updateUser } from '#server/features/auth/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();
const CHROME_ON_ANDROID =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

async function logInWith(email: string, userAgent: string): Promise<{ token: string }> {
	const res = await t.as(null).call('POST', '/auth/login', {
		payload: { email, password: PASSWORD },
		headers: { 'user-agent': userAgent },
	});
	return { token: res.json().accessToken };
}

const sessionsOf = async (who: { token: string }) =>
	(await t.as(who).get('/account/sessions')).json().sessions;

async function setLastSeen(userId: number, ago: string) {
	await t.db.execute(sql`
		update sessions set last_seen_at = now() - ${ago}::interval where user_id = ${userId}`);
}

test("a user's sessions are listed with their devices, the current one is marked, and an expired one left out", async () => {
	const student = await t.student();
	const phone = await logInWith(student.email, CHROME_ON_ANDROID);

	const [first, second, ...rest] = await sessionsOf(phone);

	expect(rest).toEqual([]);
	expect(first).toEqual({
		id: expect.any(String),
		device: 'Chrome on Android',
		createdAt: expect.any(String),
		lastSeenAt: expect.any(String),
		isCurrent: true,
	});
	expect(second).toMatchObject({ device: 'Unknown device', isCurrent: false });
	await t.db.execute(sql`
		update sessions set expires_at = now() where user_id = ${student.id} and user_agent is null`);
	expect(await sessionsOf(phone)).toHaveLength(1);
});

test('the time of a session’s last use is updated at most every five minutes', async () => {
	const student = await t.student();
	const lastSeen = async () => Date.parse((await sessionsOf(student))[0].lastSeenAt);

	await setLastSeen(student.id, '4 minutes 30 seconds');
	const unchangedAgeMs = Date.now() - (await lastSeen());
	await setLastSeen(student.id, '5 minutes 30 seconds');
	const updatedAgeMs = Date.now() - (await lastSeen());

	expect(unchangedAgeMs).toBeGreaterThan(250_000);
	expect(updatedAgeMs).toBeLessThan(60_000);
});

test('a user can sign out one device, but not another user’s, and stays signed in on other devices', async () => {
	const student = await t.student();
	const phone = await logInWith(student.email, CHROME_ON_ANDROID);
	const [{ id }] = await sessionsOf(phone);
	const other = t.as(await t.student());
	for (const session of [id, randomUUID()]) {
		const refused = await other.delete(`/account/sessions/${session}`);
		expect([refused.statusCode, refused.json().message]).toEqual([
			404,
			ACCOUNT_ERRORS.sessionNotFound.message,
		]);
	}
	expect((await t.as(phone).get('/auth')).statusCode).toBe(200);

	const res = await t.as(student).delete(`/account/sessions/${id}`);

	expect(res.json()).toEqual({ success: true, message: ACCOUNT_MESSAGES.sessionEnded });
	expect((await t.as(phone).get('/auth')).statusCode).toBe(401);
	expect((await t.as(student).get('/auth')).statusCode).toBe(200);
});

test('signing out everywhere ends all sessions of the user at once', async () => {
	const student = await t.student();
	const phone = await logInWith(student.email, CHROME_ON_ANDROID);

	await t.as(student).post('/account/sign-out-everywhere');

	expect((await t.as(student).get('/auth')).statusCode).toBe(401);
	expect((await t.as(phone).get('/auth')).statusCode).toBe(401);
});

test('when a user signs out everywhere while a ban is being stored, the request succeeds and the user is banned', async () => {
	const student = await t.student();
	const signingOut = Promise.withResolvers<{ statusCode: number }>();

	await t.db.transaction(async (tx) => {
		await updateUser(tx, student.id, { bannedAt: new Date() });
		Promise.resolve(t.as(student).post('/account/sign-out-everywhere')).then(
			signingOut.resolve,
			signingOut.reject,
		);
		await waitForBlockedSession(t.url);
		await endAllSessions(tx, [student.id]);
	});

	expect((await signingOut.promise).statusCode).toBe(200);
	expect((await findUser(t.db, student.id))?.bannedAt).toEqual(expect.any(Date));
});
