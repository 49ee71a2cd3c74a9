import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { legacyPasswordHash, PASSWORD } from '#tests/support/password.ts';
import { endAllSessions, findUserByContact, listSessions, lockUser } from './queries.ts';

const t = await openApp();
const login = (sent: object, remoteAddress = '127.0.0.1') =>
	t.as(null).call('POST', '/auth/login', { payload: sent, remoteAddress });
let lastNumber = 9_876_540_000;
const freshNumber = () => `+91${lastNumber++}`;

describe('login of users', () => {
	test('a login by email address, in upper or lower case, opens a session', async () => {
		const { id, email } = await t.student({ userName: 'Asha' });

		const res = await login({
			email: ` ${email.toUpperCase()}`,
			phoneNumber: '',
			password: PASSWORD,
		});

		expect(res.statusCode).toBe(200);
		expect(res.json()).toEqual({
			success: true,
			accessToken: expect.any(String),
			user: { id, userName: 'Asha', email, phoneNumber: null },
			message: AUTH_MESSAGES.loggedIn,
		});
		const session = await t.as({ token: res.json().accessToken }).get('/auth');
		expect(session.json().user.id).toBe(id);
	});

	test('a login by phone number, in every usual notation, opens a session', async () => {
		const phone = freshNumber();
		const { id } = await t.student({ phone, email: null });

		for (const phoneNumber of [phone, phone.slice(3), `0${phone.slice(3)}`]) {
			const res = await login({ phoneNumber, email: '', password: PASSWORD });

			expect(res.json().user, phoneNumber).toMatchObject({ id, email: null, phoneNumber: phone });
		}
	});

	test('two logins open two sessions, and logging out of one session keeps the other', async () => {
		const { email } = await t.student();
		const tokens = await Promise.all(
			[1, 2].map(async () => (await login({ email, password: PASSWORD })).json().accessToken),
		);
		const [phone, laptop] = tokens.map((token: string) => t.as({ token }));

		await phone?.post('/auth/logout');

		expect((await phone?.get('/auth'))?.statusCode).toBe(401);
		expect((await laptop?.get('/auth'))?.statusCode).toBe(200);
	});
});

describe('password hashes with outdated parameters', () => {
	test('a login with the correct password rehashes it with the current parameters and keeps all sessions', async () => {
		const { email, token } = await t.student({ passwordHash: await legacyPasswordHash });

		await login({ email, password: 'a wrong password' });
		const before = await findUserByContact(t.db, { email });
		const first = await login({ email, password: PASSWORD });
		const account = await findUserByContact(t.db, { email });
		const second = await login({ email, password: PASSWORD });

		expect(before?.passwordHash).toBe(await legacyPasswordHash);
		expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=24576,t=3,p=1\$/);
		for (const accessToken of [token, first.json().accessToken, second.json().accessToken]) {
			expect((await t.as({ token: accessToken }).get('/auth')).statusCode).toBe(200);
		}
		expect(await findUserByContact(t.db, { email })).toEqual(account);
	});
});

describe('refused logins', () => {
	const invalid = { success: false, ...AUTH_ERRORS.invalidCredentials };

	test('a login to an unknown account, or with an impossible phone number, takes about as much processor time as a login with a wrong password', async () => {
		const { email } = await t.student();
		const known = { email, password: 'a wrong password' };
		const unknown = { email: 'nobody@campus.example', password: 'a wrong password' };
		const impossibleNumber = { phoneNumber: '0000000000', password: 'a wrong password' };
		await login(unknown);

		const took = await leastCpuTime({ known, unknown, impossibleNumber });

		expect(took.unknown / took.known).toBeGreaterThan(0.5);
		expect(took.impossibleNumber / took.known).toBeGreaterThan(0.5);
	});

	test('a login while all sessions of the user are being ended, as by a new password, is refused and opens no session', async () => {
		const { id, email } = await t.student();
		const pending: PromiseLike<LightMyRequestResponse>[] = [];

		await t.db.transaction(async (tx) => {
			await lockUser(tx, id);
			await endAllSessions(tx, [id]);
			pending.push(Promise.resolve(login({ email, password: PASSWORD })));
			await waitForBlockedSession(t.url);
		});

		const [res] = await Promise.all(pending);
		expect([res?.statusCode, res?.json()]).toEqual([401, invalid]);
		expect(await listSessions(t.db, id)).toEqual([]);
	});

	test('only a login with the correct password reveals that the user is banned, since when and why', async () => {
		const bannedAt = new Date('2026-03-04T05:06:07.000Z');
		const ban = { bannedAt, banReason: 'Sold a fake ticket.' };
		const { email } = await t.student({ ...ban, isBanReasonTold: true });
		const bannedBefore = await t.student(ban);

		const right = await login({ email, password: PASSWORD });
		const wrong = await login({ email, password: 'wrong' });

		expect(right.statusCode).toBe(403);
		expect(right.json()).toEqual({
			success: false,
			...AUTH_ERRORS.suspended,
			suspension: { since: bannedAt.toISOString(), reason: 'Sold a fake ticket.' },
		});
		expect(wrong.json()).toEqual(invalid);
		const older = await login({ email: bannedBefore.email, password: PASSWORD });
		expect(older.json().suspension.reason).toBeNull();
	});

	test('a demo user can log in from loopback addresses only, not by forging X-Forwarded-For nor through an untrusted proxy', async () => {
		const { email } = await t.student({ demoAt: new Date() });

		for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
			expect((await login({ email, password: PASSWORD }, address)).statusCode, address).toBe(200);
		}
		const fromElsewhere = await login({ email, password: PASSWORD }, '203.0.113.7');

		expect(fromElsewhere.statusCode).toBe(403);
		expect(fromElsewhere.json().message).toBe(AUTH_ERRORS.demoOnLoopbackOnly.message);
		for (const [remoteAddress, forwardedFor] of [
			['203.0.113.7', '127.0.0.1'],
			['127.0.0.1', '203.0.113.7'],
		]) {
			const res = await t.as(null).call('POST', '/auth/login', {
				payload: { email, password: PASSWORD },
				...(remoteAddress && { remoteAddress }),
				headers: { 'x-forwarded-for': forwardedFor ?? '' },
			});
			expect(res.statusCode, remoteAddress).toBe(403);
		}
	});

	test('a login to an account that is erased or has no password is refused, and a form without contact or with a password of 10,000 characters with the name of the field', async () => {
		for (const fields of [{ passwordHash: null }, { deletedAt: new Date() }]) {
			const { email } = await t.student(fields);
			const res = await login({ email, password: PASSWORD });
			expect([res.statusCode, res.json()]).toEqual([401, invalid]);
		}
		for (const [sent, path, error] of [
			[
				{ email: 'a@campus.example', password: 'x'.repeat(10_000) },
				'password',
				PERSON_ERRORS.passwordLong,
			],
			[{ password: PASSWORD }, 'email', PERSON_ERRORS.contact],
		] as const) {
			const res = await login(sent);

			expect(res.statusCode).toBe(400);
			expect(res.json()).toEqual({ success: false, ...error, issues: [{ path, ...error }] });
		}
	});
});

/** Microseconds of processor time, which other work on the machine does not change: the least of five runs of each form. */
async function leastCpuTime<Name extends string>(forms: Record<Name, object>) {
	const names = Object.keys(forms) as Name[];
	const least = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY]));
	for (let round = 0; round < 5; round++) {
		for (const name of names) {
			const before = process.cpuUsage();
			await login(forms[name]);
			const { user, system } = process.cpuUsage(before);
			least[name] = Math.min(least[name] ?? 0, user + system);
		}
	}
	return least as Record<Name, number>;
}
