import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { RECENT_SIGN_IN_MINUTES } from '#contract/accounts/facts.ts';
import { declaredErrorOf } from '#contract/core/errors.ts';
import { SIGN_IN_LIMITS } from '#server/features/auth/sign-in-guards.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { CLIENT } from '#tests/support/identity-provider.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { query } from '#tests/support/query.ts';

const t = await openApp({ GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret });

/** Creates a user whose session is too old for sensitive actions without reauthentication. */
async function createOldSession(fields: { passwordHash?: null } = {}, app = t): Promise<Student> {
	const student = await app.student(fields);
	const { sid } = decodeJwt(student.token);
	await query(
		app.url,
		`update sessions set created_at = now() - make_interval(mins => $2::int) where id = $1`,
		[sid, RECENT_SIGN_IN_MINUTES],
	);
	return student;
}

const refused = { success: false, ...ACCOUNT_ERRORS.signInAgain };
const sidOf = ({ token }: Student) => String(decodeJwt(token).sid);

describe('a thief with an old session', () => {
	test.each<[string, 'PUT' | 'POST' | 'DELETE', string, object | undefined]>([
		['a new email address', 'PUT', '/account/email', { email: 'thief@campus.example' }],
		['a new phone number', 'PUT', '/account/phone', { phoneNumber: '9876543210' }],
		['a new password', 'PUT', '/account/password', { password: 'a thief was here' }],
		['erasing the account', 'POST', '/account/delete', { confirmation: 'DELETE' }],
		['linking an identity', 'POST', '/account/link-google', undefined],
		['unlinking an identity', 'DELETE', '/account/identities/accounts.google.com', undefined],
		['signing out everywhere', 'POST', '/account/sign-out-everywhere', undefined],
	])(
		'a thief with an old session cannot change the account: %s requires reauthentication',
		async (_, method, path, payload) => {
			const student = await createOldSession({ passwordHash: null });

			const res = await t.as(student).call(method, path, payload ? { payload } : {});

			expect(res.json()).toEqual(refused);
			expect(res.statusCode).toBe(403);
			expect((await t.as(student).get('/auth')).statusCode).toBe(200);
		},
	);

	test('a thief with an old session cannot sign out other devices, but can sign out this device', async () => {
		const student = await createOldSession();
		const { email } = student;
		const login = await t.as(null).post('/auth/login', { email, password: PASSWORD });
		const other = login.json().accessToken;

		const ending = await t.as(student).delete(`/account/sessions/${decodeJwt(other).sid}`);
		const leaving = await t.as(student).delete(`/account/sessions/${sidOf(student)}`);

		expect(ending.json()).toEqual(refused);
		expect((await t.as({ token: other }).get('/auth')).statusCode).toBe(200);
		expect(leaving.statusCode).toBe(200);
	});
});

describe('reauthentication', () => {
	const reauthenticate = (who: { token: string }, password: string, app = t) =>
		app.as(who).post('/auth/sign-in-again', { password });

	test('reauthentication by password renews the session, and the old token is no longer accepted', async () => {
		const student = await createOldSession();
		const login = await t
			.as(null)
			.post('/auth/login', { email: student.email, password: PASSWORD });
		const other = { token: login.json().accessToken };

		const res = await reauthenticate(student, PASSWORD);

		const renewed = { token: res.json().accessToken };
		expect(res.json()).toEqual({ success: true, accessToken: expect.any(String) });
		expect((await t.as(student).get('/auth')).statusCode).toBe(401);
		const { sessions } = (await t.as(renewed).get('/account/sessions')).json();
		expect(sessions).toHaveLength(2);
		const ended = await t.as(renewed).delete(`/account/sessions/${decodeJwt(other.token).sid}`);
		expect(ended.statusCode).toBe(200);
	});

	test.each<[string, { passwordHash?: null }]>([
		['with a wrong password', {}],
		['with a password, in an account without a password,', { passwordHash: null }],
	])('%s changes nothing', async (_, fields) => {
		const student = await createOldSession(fields);

		const res = await reauthenticate(
			student,
			fields.passwordHash === null ? PASSWORD : 'a wrong guess',
		);

		const message = ACCOUNT_ERRORS.wrongPassword.message;
		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject({
			message,
			issues: [{ path: 'password', ...declaredErrorOf(message) }],
		});
		const rejectedResponse = await t.as(student).post('/account/sign-out-everywhere');
		expect(rejectedResponse.json()).toEqual(refused);
	});

	test('reauthentication shares the limit of failed attempts with the sign-in', async () => {
		const rateLimited = await openApp({ RATE_LIMIT: 'on' });
		const student = await createOldSession({}, rateLimited);
		for (let n = 0; n < SIGN_IN_LIMITS.freeAttempts; n++) {
			await reauthenticate(student, 'a wrong guess', rateLimited);
		}

		const { email } = student;
		const responses = [
			await reauthenticate(student, PASSWORD, rateLimited),
			await rateLimited.as(null).post('/auth/login', { email, password: PASSWORD }),
		];

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
		expect((await rateLimited.as(student).get('/auth')).statusCode).toBe(200);
	});
});

test('a user who enters the current password to set a new password needs no reauthentication', async () => {
	const student = await createOldSession();
	const change = { currentPassword: PASSWORD, password: 'lamps and kettles' };

	const res = await t.as(student).put('/account/password', change);

	expect(res.statusCode).toBe(200);
});
