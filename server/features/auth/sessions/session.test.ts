import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { MAX_SESSIONS } from '#contract/accounts/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { sql } from '#server/db/drizzle.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import { deleteExcessSessions, deleteExpiredSessions } from '#server/features/auth/queries.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { SECRET } from '#tests/support/secret.ts';

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

	test('an access token that is expired, unsigned, signed otherwise, changed or of another user, session or version is refused', async () => {
		const { claims, token } = await createSignedInStudent();
		const now = Math.floor(Date.now() / 1000);
		const signWith = (alg: string, secret: string) =>
			new SignJWT(claims).setProtectedHeader({ alg }).setExpirationTime('1h').sign(key(secret));
		const other = await t.student();
		const changed = Buffer.from(JSON.stringify({ ...claims, id: other.id })).toString('base64url');
		const [head, , signature] = token.split('.');
		const refused = {
			'another secret': await signWith('HS256', 'another secret, which is as long as ours'),
			'no algorithm': new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
			'no signature': token.replace(/[^.]+$/, ''),
			'another algorithm': await signWith('HS512', SECRET),
			'another algorithm and secret': await signWith('HS512', `${SECRET}${SECRET}`),
			'changed claims': `${head}.${changed}.${signature}`,
			expired: await signToken(claims, now - 1),
			'the id of another user': await signToken({ ...claims, id: 1 }),
			'an unknown session': await signToken({ ...claims, sid: randomUUID() }),
			'no session': await signToken({ ...claims, sid: undefined }),
			'an invalid session id': await signToken({ ...claims, sid: "' or 1=1 --" }),
			'another token version': await signToken({ ...claims, ver: 2 }),
			'a user id as a string': await signToken({ ...claims, id: '1' }),
		};

		for (const [fault, forged] of Object.entries(refused))
			expect((await getCurrentUser(forged)).statusCode, fault).toBe(401);
		const elsewhere = await t.app.inject({
			url: `/api/auth?token=${token}`,
			headers: { cookie: `token=${token}` },
		});
		expect(elsewhere.statusCode).toBe(401);
		expect((await getCurrentUser(token)).statusCode).toBe(200);
	});

	test('an access token is accepted after “bearer” in small letters and with several spaces', async () => {
		const { claims, id } = await createSignedInStudent();
		const authorization = `bearer   ${await signToken(claims)}`;

		const res = await t.app.inject({ url: '/api/auth', headers: { authorization } });

		expect(res.json().user.id).toBe(id);
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

	test('a session ends at once when the token version is raised, as by signing out everywhere, the user is banned or the account erased', async () => {
		for (const change of [
			{ tokenVersion: 2 },
			{ bannedAt: new Date() },
			{ deletedAt: new Date() },
		]) {
			const { token, id } = await createSignedInStudent();
			const before = await getCurrentUser(token);

			await t.db.update(users).set(change).where(sql`id = ${id}`);

			expect([before.statusCode, (await getCurrentUser(token)).statusCode]).toEqual([200, 401]);
		}
	});

	test('a session ends when its row expires, even if the token is still valid, and the clean-up deletes only such rows', async () => {
		const expired = await createSignedInStudent();
		const open = await createSignedInStudent();
		await t.db
			.update(sessions)
			.set({ expiresAt: sql`now() - interval '1 second'` })
			.where(sql`id = ${expired.claims.sid}`);

		expect((await getCurrentUser(expired.token)).statusCode).toBe(401);
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

	test('a user’s list has only the most recently used sessions up to the limit, and the nightly job deletes the others, without touching other users', async () => {
		const [many, few] = [await t.student(), await t.student()];
		await insertSessions(many.id, MAX_SESSIONS + 20);
		await insertSessions(few.id, MAX_SESSIONS - 1);

		expect(await minutesSinceLastUse(many)).toEqual(mostRecentMinutes);
		await deleteExcessSessions(t.db);

		const sessionsOf = async ({ id }: { id: number }) =>
			(await t.db.select().from(sessions).where(sql`user_id = ${id}`)).length;
		expect([await sessionsOf(many), await sessionsOf(few)]).toEqual([MAX_SESSIONS, MAX_SESSIONS]);
		expect(await minutesSinceLastUse(many)).toEqual(mostRecentMinutes);
	});
});

describe('reading a user', () => {
	test('other users see name and picture, and only the user the contact details', async () => {
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
		const { user } = (await getCurrentUser(student.token)).json();
		expect(user).toMatchObject({ id: student.id, email: student.email, phoneNumber: phone });
	});
});

function signToken(claims: object, expires = Math.floor(Date.now() / 1000) + 60): Promise<string> {
	return new SignJWT({ ...claims })
		.setProtectedHeader({ alg: 'HS256' })
		.setExpirationTime(expires)
		.sign(key(SECRET));
}
