import { describe, expect, test } from 'vitest';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { desc, eq, sql } from '#server/db/drizzle.ts';
import { adminSessions, admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openApp } from '#tests/support/app.ts';
import { legacyPasswordHash, PASSWORD } from '#tests/support/password.ts';
import { deleteExpiredAdminSessions } from './sessions.ts';

const t = await openApp();
const LOOPBACK = '127.0.0.1';
const REJECTED = { success: false, ...AUTH_ERRORS.invalidCredentials };

function logIn(payload: object, remoteAddress = LOOPBACK, headers = {}) {
	return t.as(null).call('POST', '/admin/login', { payload, remoteAddress, headers });
}

/** Newest first. */
function entriesAbout(adminId: number) {
	return t.db
		.select({ action: auditLog.action, ip: auditLog.ipAddress, details: auditLog.details })
		.from(auditLog)
		.where(eq(auditLog.adminId, adminId))
		.orderBy(desc(auditLog.id));
}

const sessionsOf = (adminId: number) =>
	t.db.select().from(adminSessions).where(eq(adminSessions.adminId, adminId));

describe('administrator sign-in', () => {
	test('a correct password opens a session, whose token is not stored in plain text, and the sign-in is logged', async () => {
		const admin = await t.admin({ roleLevel: 'super_admin', username: 'Dean' });

		const res = await logIn({ email: ` ${admin.email.toUpperCase()} `, password: PASSWORD });

		const { accessToken, ...rest } = res.json();
		const ownAccount = {
			id: admin.id,
			username: 'Dean',
			email: admin.email,
			roleLevel: 'super_admin',
			hasTwoStep: false,
			recoveryCodesLeft: 0,
			mustSetUpTwoStep: false,
			mustChangePassword: false,
		};
		expect(rest).toEqual({
			success: true,
			admin: ownAccount,
			message: ADMIN_SESSION_MESSAGES.loggedIn,
		});
		const profile = await t.as({ token: accessToken }).get('/admin/profile');
		expect(profile.json()).toEqual({ success: true, admin: ownAccount });
		const stored = JSON.stringify(await sessionsOf(admin.id));
		expect(stored).not.toContain(accessToken);
		expect(stored).not.toContain(accessToken.replace('office_', ''));
		expect(await entriesAbout(admin.id)).toEqual([
			{ action: 'ADMIN_LOGIN', ip: LOOPBACK, details: '' },
		]);
	});

	test('a sign-in replaces a password hash with outdated parameters and changes nothing else in the account', async () => {
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

	test('unknown addresses, wrong passwords and removed administrators get the same 401 response, and no input is written to the audit log', async () => {
		const known = await t.admin();
		const removed = await t.admin({ removedAt: new Date() });
		const before = await t.db.$count(auditLog);

		const rejected = [
			await logIn({ email: 'nobody@campus.example', password: 'tryanything' }),
			await logIn({ email: known.email, password: 'tryanything' }),
			await logIn({ email: removed.email, password: PASSWORD }),
		];

		expect(rejected.map((res) => [res.statusCode, res.json()])).toEqual(
			rejected.map(() => [401, REJECTED]),
		);
		const entries = await t.db.select().from(auditLog).orderBy(auditLog.id).offset(before);
		expect(entries.map(({ action, adminId, target }) => [action, adminId, target])).toEqual([
			['ATTEMPT_ADMIN_LOGIN', null, 'admin'],
			['ATTEMPT_ADMIN_LOGIN', known.id, `admin ${known.id}`],
			['ATTEMPT_ADMIN_LOGIN', null, 'admin'],
		]);
		expect(JSON.stringify(entries)).not.toMatch(/tryanything|campus\.example/);
	});

	test('a demo administrator can sign in from loopback only, and only a correct password reveals this rule', async () => {
		const demo = await t.admin({ demoAt: new Date() });
		const credentials = { email: demo.email, password: PASSWORD };

		const [fromLoopback, fromNetwork, throughProxy, wrongPassword] = [
			await logIn(credentials),
			await logIn(credentials, '203.0.113.7'),
			await logIn(credentials, LOOPBACK, { 'x-forwarded-for': '203.0.113.7' }),
			await logIn({ ...credentials, password: 'wrong' }, '203.0.113.7'),
		];

		const all = [fromLoopback, fromNetwork, throughProxy, wrongPassword];
		expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403, 401]);
		expect(fromNetwork.json().message).toBe(ADMIN_SESSION_ERRORS.demoOnLoopbackOnly.message);
		expect((await entriesAbout(demo.id)).map(({ action }) => action)).toEqual([
			'ATTEMPT_ADMIN_LOGIN',
			'ATTEMPT_ADMIN_LOGIN',
			'ATTEMPT_ADMIN_LOGIN',
			'ADMIN_LOGIN',
		]);
	});

	test('students cannot sign in to the back-office, and administrators cannot sign in to the market', async () => {
		const [student, admin] = [await t.student(), await t.admin()];

		const responses = [
			await logIn({ email: student.email, password: PASSWORD }),
			await t.as(null).post('/auth/login', { email: admin.email, password: PASSWORD }),
		];

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
	});
});

describe('administrator sessions', () => {
	test('a logout is logged and ends only the current session of the administrator', async () => {
		const admin = await t.admin();
		const { accessToken } = (await logIn({ email: admin.email, password: PASSWORD })).json();

		const logout = await t.as({ token: accessToken }).post('/admin/logout');

		const after = await t.as({ token: accessToken }).get('/admin/profile');
		expect(logout.json()).toEqual({ success: true, message: ADMIN_SESSION_MESSAGES.loggedOut });
		expect([after.statusCode, after.json().message]).toEqual([401, REQUEST_ERRORS.signIn.message]);
		expect((await t.as(admin).get('/admin/profile')).statusCode).toBe(200);
		expect((await entriesAbout(admin.id))[0]).toMatchObject({ action: 'ADMIN_LOGOUT' });
	});

	test('a session ends after 30 minutes without a request and after 12 hours in use, and its row is then deleted', async () => {
		const [idle, old, active] = [await t.admin(), await t.admin(), await t.admin()];
		const setTimes = ({ id }: { id: number }, times: object) =>
			t.db.update(adminSessions).set(times).where(eq(adminSessions.adminId, id));
		await setTimes(idle, { lastSeenAt: sql`now() - interval '30 minutes'` });
		await setTimes(old, { createdAt: sql`now() - interval '12 hours'` });
		const statuses = [];
		for (let request = 0; request < 2; request += 1) {
			await setTimes(active, {
				lastSeenAt: sql`${adminSessions.lastSeenAt} - interval '29 minutes'`,
			});
			statuses.push((await t.as(active).get('/admin/profile')).statusCode);
		}

		for (const ended of [idle, old])
			statuses.push((await t.as(ended).get('/admin/profile')).statusCode);
		await deleteExpiredAdminSessions(t.db);

		expect(statuses).toEqual([200, 200, 401, 401]);
		expect([...(await sessionsOf(idle.id)), ...(await sessionsOf(old.id))]).toEqual([]);
		expect((await t.as(active).get('/admin/profile')).statusCode).toBe(200);
	});
});
