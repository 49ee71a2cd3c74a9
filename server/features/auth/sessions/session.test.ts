import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { MAX_SESSIONS } from '#contract/accounts/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { SECRET } from '#tests/support/secret.ts';
import { deleteExcessSessions, deleteExpiredSessions } from './queries.ts';

const t = await openApp();
const THIRTY_DAYS_S = 30 * 24 * 60 * 60;
const getCurrentUser = (token: string) => t.as({ token }).get('/auth');
const key = (secret: string) => new TextEncoder().encode(secret);

async function createSignedInStudent() {
	const student = await t.student();
	const { id, sid, ver } = decodeJwt(student.token);
	return { ...student, claims: { id, sid, ver } };
}

describe('access tokens of users', () => {
	test('an access token contains only user, session and version, and is valid for thirty days', async () => {
		const { id, email } = await t.student();
		const began = Math.floor(Date.now() / 1000);

		const login = await t.as(null).post('/auth/login', { email, password: PASSWORD });

		const token: string = login.json().accessToken;
		const { iat = 0, ...claims } = decodeJwt(token);
		expect(claims).toEqual({ id, sid: expect.any(String), ver: 1, exp: iat + THIRTY_DAYS_S });
		expect(iat - began).toBeLessThanOrEqual(60);
		expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
		const [session] = await t.db.select().from(sessions).where(sql`id = ${claims.sid}`);
		expect(session?.userId).toBe(id);
		expect(Number(session?.expiresAt)).toBeGreaterThanOrEqual((began + THIRTY_DAYS_S) * 1000);
	});

	test('an access token signed with another secret is refused', async () => {
		const { claims } = await createSignedInStudent();
		const forged = await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS256' })
			.setExpirationTime('1h')
			.sign(key('another secret, which is as long as ours'));

		expect((await getCurrentUser(forged)).statusCode).toBe(401);
	});

	test('an access token without a signature is refused', async () => {
		const { claims, token } = await createSignedInStudent();
		const unsecured = new UnsecuredJWT(claims).setExpirationTime('1h').encode();

		expect((await getCurrentUser(unsecured)).statusCode).toBe(401);
		expect((await getCurrentUser(token.replace(/[^.]+$/, ''))).statusCode).toBe(401);
	});

	test('an access token signed with another algorithm is refused', async () => {
		const { claims } = await createSignedInStudent();
		const other = await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS512' })
			.setExpirationTime('1h')
			.sign(key(`${SECRET}${SECRET}`));
		const ours = await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS512' })
			.setExpirationTime('1h')
			.sign(key(SECRET));

		expect((await getCurrentUser(other)).statusCode).toBe(401);
		expect((await getCurrentUser(ours)).statusCode).toBe(401);
	});

	test('an access token with changed claims is refused', async () => {
		const { token, claims } = await createSignedInStudent();
		const other = await t.student();
		const changedPayload = Buffer.from(JSON.stringify({ ...claims, id: other.id })).toString(
			'base64url',
		);
		const [head, , signature] = token.split('.');

		expect((await getCurrentUser(`${head}.${changedPayload}.${signature}`)).statusCode).toBe(401);
	});

	test('an expired access token is refused', async () => {
		const { claims } = await createSignedInStudent();
		const expiredToken = await signToken(claims, Math.floor(Date.now() / 1000) - 1);

		expect((await getCurrentUser(expiredToken)).statusCode).toBe(401);
	});

	test.each([
		['the id of another user', { id: 1 }],
		['an unknown session', { sid: randomUUID() }],
		['no session', { sid: undefined }],
		['an invalid session id', { sid: "' or 1=1 --" }],
		['another token version', { ver: 2 }],
		['a user id as a string', { id: '1' }],
	])('a correctly signed access token with %s is refused', async (_, wrong) => {
		const { claims } = await createSignedInStudent();
		const token = await signToken({ ...claims, ...wrong });

		expect((await getCurrentUser(token)).statusCode).toBe(401);
	});

	test('an access token is accepted after “bearer” in small letters and with several spaces', async () => {
		const { claims, id } = await createSignedInStudent();
		const authorization = `bearer   ${await signToken(claims)}`;

		const res = await t.app.inject({ url: '/api/auth', headers: { authorization } });

		expect(res.json().user.id).toBe(id);
	});

	test('an access token in a cookie or in the URL is refused', async () => {
		const { token } = await createSignedInStudent();

		const res = await t.app.inject({
			url: `/api/auth?token=${token}`,
			headers: { cookie: `token=${token}` },
		});

		expect(res.statusCode).toBe(401);
	});
});

describe('sessions of users', () => {
	test('a session ends for good when the user logs out', async () => {
		const { token } = await createSignedInStudent();

		const out = await t.as({ token }).post('/auth/logout');
		const secondResponse = await t.as({ token }).post('/auth/logout');

		expect(out.json()).toEqual({ success: true });
		expect(secondResponse.statusCode).toBe(401);
		expect((await getCurrentUser(token)).json()).toEqual({
			success: false,
			...REQUEST_ERRORS.signIn,
		});
	});

	test.each([
		['the token version is raised, as by signing out everywhere', { tokenVersion: 2 }],
		['the user is banned', { bannedAt: new Date() }],
		['the account is erased', { deletedAt: new Date() }],
	])('a session ends at once when %s', async (_, change) => {
		const { token, id } = await createSignedInStudent();
		const before = await getCurrentUser(token);

		await t.db.update(users).set(change).where(sql`id = ${id}`);

		expect(before.statusCode).toBe(200);
		expect((await getCurrentUser(token)).statusCode).toBe(401);
	});

	test('a session ends when its row expires, even if the token is still valid', async () => {
		const { token, claims } = await createSignedInStudent();

		await t.db.update(sessions).set({ expiresAt: sql`now()` }).where(sql`id = ${claims.sid}`);

		expect((await getCurrentUser(token)).statusCode).toBe(401);
	});

	test('the clean-up of sessions deletes only expired sessions', async () => {
		const expired = await createSignedInStudent();
		const open = await createSignedInStudent();
		await t.db
			.update(sessions)
			.set({ expiresAt: sql`now() - interval '1 second'` })
			.where(sql`id = ${expired.claims.sid}`);

		await deleteExpiredSessions(t.db);

		const remaining = await t.db
			.select({ id: sessions.id })
			.from(sessions)
			.where(sql`id in (${expired.claims.sid}, ${open.claims.sid})`);
		expect(remaining).toEqual([{ id: open.claims.sid }]);
	});
});

describe('limit of sessions per user', () => {
	/** Inserts `count` sessions, last used 1 to `count` minutes ago. */
	async function insertSessions(userId: number, count: number): Promise<void> {
		await t.db.execute(sql`
			insert into sessions (id, user_id, expires_at, last_seen_at)
			select gen_random_uuid(), ${userId}, now() + interval '1 day', now() - n * interval '1 minute'
			from generate_series(1, ${count}) n`);
	}
	const minutesSinceLastUse = async ({ token }: { token: string }) => {
		const { sessions: listed } = (await t.as({ token }).get('/account/sessions')).json();
		return listed.map(({ lastSeenAt }: { lastSeenAt: string }) =>
			Math.round((Date.now() - Date.parse(lastSeenAt)) / 60_000),
		);
	};
	const mostRecentMinutes = Array.from({ length: MAX_SESSIONS }, (_, n) => n);

	test('a user’s list of sessions has only the most recently used ones, up to the limit', async () => {
		const student = await t.student();
		await insertSessions(student.id, MAX_SESSIONS + 20);

		expect(await minutesSinceLastUse(student)).toEqual(mostRecentMinutes);
	});

	test('the nightly job deletes the least recently used sessions above the limit, without touching other users', async () => {
		const [many, few] = [await t.student(), await t.student()];
		await insertSessions(many.id, MAX_SESSIONS + 20);
		await insertSessions(few.id, MAX_SESSIONS - 1);

		await deleteExcessSessions(t.db);

		const sessionsOf = async ({ id }: { id: number }) =>
			(await t.db.select().from(sessions).where(sql`user_id = ${id}`)).length;
		expect([await sessionsOf(many), await sessionsOf(few)]).toEqual([MAX_SESSIONS, MAX_SESSIONS]);
		expect(await minutesSinceLastUse(many)).toEqual(mostRecentMinutes);
	});
});

describe('reading a user', () => {
	test('other users see name and picture, but no contact details', async () => {
		const pictureHash = await t.photo();
		const phone = '+919876599999';
		const student = await t.student({
			userName: 'Ravi',
			phone,
			pictureHash,
			verifiedAt: new Date(),
		});

		const res = await t.as(await t.student()).get(`/auth/user/${student.id}`);

		expect(res.json()).toEqual({
			success: true,
			data: {
				id: student.id,
				userName: 'Ravi',
				name: 'Ravi',
				profilePicUrl: `/photos/${photoFileName(pictureHash, 1600)}`,
				isVerified: true,
			},
		});
		expect(res.body).not.toContain(student.email);
		expect(res.body).not.toContain(phone);
	});

	test('the current user is returned with contact details', async () => {
		const phone = '+919876588888';
		const { email, token, id } = await t.student({ phone });

		const res = await getCurrentUser(token);

		expect(res.json().user).toMatchObject({ id, email, phoneNumber: phone });
	});
});

function signToken(claims: object, expires = Math.floor(Date.now() / 1000) + 60): Promise<string> {
	return new SignJWT({ ...claims })
		.setProtectedHeader({ alg: 'HS256' })
		.setExpirationTime(expires)
		.sign(key(SECRET));
}
