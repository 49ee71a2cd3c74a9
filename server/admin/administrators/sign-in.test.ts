import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_SESSION_LIMITS, ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { adminSessions, admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';
import { legacyPasswordHash, PASSWORD } from '#tests/support/password.ts';
import { deleteExpiredAdminSessions } from './session-queries.ts';

const t = await openApp();
const LOOPBACK = '127.0.0.1';
const REJECTED = { success: false, ...AUTH_ERRORS.invalidCredentials };

type App = Pick<typeof t, 'as'>;

function logIn(payload: object, remoteAddress = LOOPBACK, app: App = t) {
	return app.as(null).call('POST', '/admin/login', { payload, remoteAddress });
}

/** Newest first. */
function entriesAbout(adminId: number, db = t.db) {
	return db
		.select({ action: auditLog.action, ip: auditLog.ipAddress, details: auditLog.details })
		.from(auditLog)
		.where(eq(auditLog.adminId, adminId))
		.orderBy(desc(auditLog.id));
}

const sessionsOf = (adminId: number) =>
	t.db.select().from(adminSessions).where(eq(adminSessions.adminId, adminId));

describe('signing in', () => {
	test('opens a valid session, and is logged', async () => {
		const admin = await t.admin({ roleLevel: 'super_admin', username: 'Dean' });

		const res = await logIn({ email: ` ${admin.email.toUpperCase()} `, password: PASSWORD });

		const { accessToken, ...rest } = res.json();
		const own = {
			id: admin.id,
			username: 'Dean',
			email: admin.email,
			roleLevel: 'super_admin',
			hasTwoStep: false,
			mustSetUpTwoStep: false,
			mustChangePassword: false,
		};
		expect(rest).toEqual({
			success: true,
			admin: own,
			message: ADMIN_SESSION_MESSAGES.loggedIn,
		});
		const profile = await t.as({ token: accessToken }).get('/admin/profile');
		expect(profile.json()).toEqual({ success: true, admin: own });
		expect(await entriesAbout(admin.id)).toEqual([
			{ action: 'ADMIN_LOGIN', ip: LOOPBACK, details: '' },
		]);
	});

	test('rehashes a password that was hashed at another cost, and changes nothing else', async () => {
		const { id, email } = await t.admin({ passwordHash: await legacyPasswordHash });
		const row = () => t.db.select().from(admins).where(eq(admins.id, id));
		const [before] = await row();

		const res = await logIn({ email, password: PASSWORD });

		const currentHash = expect.stringContaining('$argon2id$v=19$m=24576,t=3,p=1$');
		expect(await row()).toEqual([{ ...before, passwordHash: currentHash }]);
		expect((await t.as({ token: res.json().accessToken }).get('/admin/profile')).statusCode).toBe(
			200,
		);
		expect((await logIn({ email, password: PASSWORD })).statusCode).toBe(200);
	});

	test('the token is not stored in the database', async () => {
		const admin = await t.admin();

		const { accessToken } = (await logIn({ email: admin.email, password: PASSWORD })).json();

		const stored = JSON.stringify(await sessionsOf(admin.id));
		expect(stored).not.toContain(accessToken);
		expect(stored).not.toContain(accessToken.replace('office_', ''));
	});

	test('unknown, wrong and removed credentials get the same answer, and are logged without the input', async () => {
		const signInForCookie = await t.admin();
		const removed = await t.admin({ removedAt: new Date() });
		const before = await t.db.$count(auditLog);

		const rejected = [
			await logIn({ email: 'nobody@campus.example', password: 'tryanything' }),
			await logIn({ email: signInForCookie.email, password: 'tryanything' }),
			await logIn({ email: removed.email, password: PASSWORD }),
		];

		expect(rejected.map((res) => [res.statusCode, res.json()])).toEqual(
			rejected.map(() => [401, REJECTED]),
		);
		const entries = await t.db.select().from(auditLog).orderBy(auditLog.id).offset(before);
		expect(entries.map(({ action, adminId, target }) => [action, adminId, target])).toEqual([
			['ATTEMPT_ADMIN_LOGIN', null, 'admin'],
			['ATTEMPT_ADMIN_LOGIN', signInForCookie.id, `admin ${signInForCookie.id}`],
			['ATTEMPT_ADMIN_LOGIN', null, 'admin'],
		]);
		expect(JSON.stringify(entries)).not.toMatch(/tryanything|campus\.example/);
	});

	test('an address that the database cannot store is rejected', async () => {
		const res = await logIn({ email: 'dean\0@campus.example', password: PASSWORD });

		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject({ message: REQUEST_ERRORS.badText.message });
	});

	test('both fields are required', async () => {
		const res = await logIn({});

		expect([res.statusCode, res.json().message]).toEqual([
			400,
			ADMIN_SESSION_ERRORS.emailRequired.message,
		]);
	});

	test('a demo administrator signs in on this computer only, and other clients learn nothing of it', async () => {
		const demo = await t.admin({ demoAt: new Date() });
		const credentials = { email: demo.email, password: PASSWORD };

		const [fromLoopback, fromNetwork, wrongPassword] = [
			await logIn(credentials),
			await logIn(credentials, '203.0.113.7'),
			await logIn({ ...credentials, password: 'wrong' }, '203.0.113.7'),
		];

		expect([fromLoopback.statusCode, fromNetwork.statusCode, wrongPassword.statusCode]).toEqual([
			200, 403, 401,
		]);
		expect(fromNetwork.json().message).toBe(ADMIN_SESSION_ERRORS.demoOnLoopbackOnly.message);
		expect((await entriesAbout(demo.id)).map(({ action }) => action)).toEqual([
			'ATTEMPT_ADMIN_LOGIN',
			'ATTEMPT_ADMIN_LOGIN',
			'ADMIN_LOGIN',
		]);
	});

	test('a student’s password does not open the back-office, nor an administrator’s the market', async () => {
		const [student, admin] = [await t.student(), await t.admin()];

		const responses = [
			await logIn({ email: student.email, password: PASSWORD }),
			await t.as(null).post('/auth/login', { email: admin.email, password: PASSWORD }),
		];

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
	});
});

describe('too many failures', async () => {
	const limited = await openApp({ RATE_LIMIT: 'on' });
	const { maxFailures: failures } = ADMIN_SESSION_LIMITS;
	const fail = (email: string, remoteAddress: string) =>
		logIn({ email, password: 'wrong' }, remoteAddress, limited);

	test('delay further attempts from the same address, even correct ones, and nobody elsewhere', async () => {
		const admin = await limited.admin();
		const credentials = { email: admin.email, password: PASSWORD };

		const responses = await Promise.all(
			Array.from({ length: failures + 5 }, () => fail(admin.email, '203.0.113.7')),
		);
		const correct = await logIn(credentials, '203.0.113.7', limited);
		const fromOtherNetwork = await logIn(credentials, '203.0.113.8', limited);

		expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(failures);
		expect(correct.statusCode).toBe(429);
		expect(correct.json()).toEqual({
			success: false,
			...ADMIN_SESSION_ERRORS.tooManyFailures,
		});
		const waitSeconds = Number(correct.headers['retry-after']);
		expect(waitSeconds).toBeGreaterThan(800);
		expect(waitSeconds).toBeLessThanOrEqual(900);
		expect(fromOtherNetwork.statusCode).toBe(200);
		const entries = await entriesAbout(admin.id, limited.db);
		const attempts = entries.filter(({ action }) => action === 'ATTEMPT_ADMIN_LOGIN');
		expect(attempts).toHaveLength(failures);
	});

	test('do not lock out a known browser, which has its own counter', async () => {
		const [admin, other] = [await limited.admin(), await limited.admin()];
		const remoteAddress = '203.0.113.12';
		const signInForCookie = async ({ email }: { email: string }) => {
			const res = await logIn({ email, password: PASSWORD }, remoteAddress, limited);
			return String(res.headers['set-cookie']).split(';', 1)[0] ?? '';
		};
		const logInWith = (cookie: string, password: string) =>
			limited.as(null).call('POST', '/admin/login', {
				payload: { email: admin.email, password },
				headers: { cookie },
				remoteAddress,
			});
		const [cookie, another] = [await signInForCookie(admin), await signInForCookie(other)];
		for (let count = 0; count < failures; count++) await fail(admin.email, remoteAddress);

		const unknownBrowser = [await logInWith('', PASSWORD), await logInWith(another, PASSWORD)];
		const correct = await logInWith(cookie, PASSWORD);
		const wrong = [];
		for (let count = 0; count <= failures; count++) {
			wrong.push((await logInWith(cookie, 'wrong')).statusCode);
		}

		expect(unknownBrowser.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
		expect(correct.statusCode).toBe(200);
		expect(wrong).toEqual([...Array.from({ length: failures }, () => 401), 429]);
	});

	test('of a signed-in administrator count per session', async () => {
		const admin = await limited.admin();
		const credentials = { email: admin.email, password: PASSWORD };
		const own = (await logIn(credentials, '203.0.113.13', limited)).json().accessToken;
		const begin = (token: string, currentPassword: string) =>
			limited.as({ token }).post('/admin/two-step/begin', { currentPassword });
		for (let count = 0; count < failures; count++) await begin(admin.token, 'wrong');

		const [limitedSession, correct] = [
			await begin(admin.token, PASSWORD),
			await begin(own, PASSWORD),
		];

		expect([limitedSession.statusCode, correct.statusCode]).toEqual([429, 200]);
	});

	test('get the same answer for an unknown administrator', async () => {
		const responses = [];
		for (let count = 0; count <= failures; count++) {
			responses.push(await fail('nobody@campus.example', '203.0.113.9'));
		}

		expect(responses.at(-2)?.statusCode).toBe(401);
		expect(responses.at(-1)?.statusCode).toBe(429);
	});

	test('with ever new addresses do not fill the log', async () => {
		const remoteAddress = '203.0.113.10';

		const responses = [];
		for (let count = 0; count < failures + 3; count++) {
			responses.push(await fail(`nobody${count}@campus.example`, remoteAddress));
		}

		expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 401));
		expect(await limited.db.$count(auditLog, eq(auditLog.ipAddress, remoteAddress))).toBe(failures);
	});

	test('take the same time for any address, once strangers are no longer logged', async () => {
		const remoteAddress = '203.0.113.14';
		const admin = await limited.admin();
		const measureMs = async (email: string) => {
			const startedAt = performance.now();
			await fail(email, remoteAddress);
			return performance.now() - startedAt;
		};
		await Promise.all(
			Array.from({ length: failures }, (_, at) => fail(`none${at}@campus.example`, remoteAddress)),
		);

		const [signInForCookie, unknown] = [
			await measureMs(admin.email),
			await measureMs('none@campus.example'),
		];

		// Neither answer is sent sooner than an audit entry takes to be written.
		expect(Math.min(signInForCookie, unknown)).toBeGreaterThan(100);
	});

	test('are reset by each successful sign-in', async () => {
		const admin = await limited.admin();
		const credentials = { email: admin.email, password: PASSWORD };

		const statuses = new Set<number>();
		for (let count = 0; count < failures + 2; count++) {
			statuses.add((await logIn(credentials, '203.0.113.11', limited)).statusCode);
		}

		expect([...statuses]).toEqual([200]);
	});
});

describe('a session', () => {
	test('ends at logout, which is logged, while other sessions of the administrator go on', async () => {
		const admin = await t.admin();
		const { accessToken } = (await logIn({ email: admin.email, password: PASSWORD })).json();

		const logout = await t.as({ token: accessToken }).post('/admin/logout');

		const after = await t.as({ token: accessToken }).get('/admin/profile');
		expect(logout.json()).toEqual({ success: true, message: ADMIN_SESSION_MESSAGES.loggedOut });
		expect([after.statusCode, after.json().message]).toEqual([401, REQUEST_ERRORS.signIn.message]);
		expect((await t.as(admin).get('/admin/profile')).statusCode).toBe(200);
		expect((await entriesAbout(admin.id))[0]).toMatchObject({ action: 'ADMIN_LOGOUT' });
	});

	test.each([
		['30 minutes without a sign', { lastSeenAt: sql`now() - interval '30 minutes'` }],
		['12 hours, however busy', { createdAt: sql`now() - interval '12 hours'` }],
	])('ends after %s, and is then deleted', async (_, timestamps) => {
		const [admin, other] = [await t.admin(), await t.admin()];
		await t.db.update(adminSessions).set(timestamps).where(eq(adminSessions.adminId, admin.id));

		const res = await t.as(admin).get('/admin/profile');
		await deleteExpiredAdminSessions(t.db);

		expect(res.statusCode).toBe(401);
		expect(await sessionsOf(admin.id)).toEqual([]);
		expect((await t.as(other).get('/admin/profile')).statusCode).toBe(200);
	});

	test('stays alive while it is used', async () => {
		const admin = await t.admin();
		const age = () =>
			t.db
				.update(adminSessions)
				.set({ lastSeenAt: sql`${adminSessions.lastSeenAt} - interval '29 minutes'` })
				.where(eq(adminSessions.adminId, admin.id));

		await age();
		const first = await t.as(admin).get('/admin/profile');
		await age();
		const second = await t.as(admin).get('/admin/profile');

		expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
	});

	test('of a removed administrator is invalid', async () => {
		const admin = await t.admin();
		await t.db.update(admins).set({ removedAt: new Date() }).where(eq(admins.id, admin.id));

		const res = await t.as(admin).get('/admin/profile');

		expect(res.statusCode).toBe(401);
	});
});
