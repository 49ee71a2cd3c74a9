import { describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { settings } from '#server/db/schema/settings.ts';
import type { SignedInAdmin } from '#tests/support/administrators.ts';
import { openApp } from '#tests/support/app.ts';
import { resetAdmin } from './commands.ts';
import { findAdminSession, readAdmin } from './sessions.ts';

const t = await openApp();
const TEMPORARY_PASSWORD = 'given over the counter';
const OWN_PASSWORD = 'chosen by myself';

const superAdmin = () => t.admin({ roleLevel: 'super_admin' });

const logIn = ({ email }: { email: string }, password: string) =>
	t.as(null).post('/admin/login', { email, password });

/** Signs in with a new temporary password set by a super administrator. */
async function signInWithTemporaryPassword(admin: SignedInAdmin) {
	await t
		.as(await superAdmin())
		.put(`/admin/admins/${admin.id}/password`, { newPassword: TEMPORARY_PASSWORD });
	const reply = (await logIn(admin, TEMPORARY_PASSWORD)).json();
	const token: string = reply.accessToken;
	return { admin: reply.admin, token, client: t.as({ token }) };
}

type Client = ReturnType<typeof t.as>;

const change = (client: Client, newPassword: string) =>
	client.put('/admin/password', { currentPassword: TEMPORARY_PASSWORD, newPassword });

const mustChange = async (client: Client) =>
	(await client.get('/admin/profile')).json().admin.mustChangePassword;

/** The answers to requests for anything but changing the password. */
async function rejectionsOf(client: Client) {
	const calls = [
		await client.get('/admin/users'),
		await client.get('/admin/settings'),
		await client.post('/admin/two-step/begin', { currentPassword: TEMPORARY_PASSWORD }),
		await client.post('/admin/two-step/confirm', { code: '123456' }),
	];
	return calls.map((res) => [res.statusCode, res.json().message]);
}

describe('temporary passwords of administrators', () => {
	test('with a temporary password, other requests are refused until the administrator changes the password to another one', async () => {
		const { admin, token, client } = await signInWithTemporaryPassword(await superAdmin());
		const { sessionId } = (await readAdmin(t.db, token)) ?? { sessionId: '' };

		const rejections = await rejectionsOf(client);
		const mustChangeFlags = [admin.mustChangePassword, await mustChange(client)];
		const same = await change(client, TEMPORARY_PASSWORD);
		const before = await findAdminSession(t.db, sessionId);
		const changed = await change(client, OWN_PASSWORD);

		expect(mustChangeFlags).toEqual([true, true]);
		const rejection = [403, ADMIN_SESSION_ERRORS.mustChangePassword.message];
		expect(rejections).toEqual(rejections.map(() => rejection));
		expect([same.statusCode, same.json()]).toMatchObject([
			400,
			{
				message: ADMINISTRATOR_ERRORS.temporaryPassword.message,
				issues: [{ path: 'newPassword' }],
			},
		]);
		expect(before?.requiredAction).toBe('change password');
		expect(changed.statusCode).toBe(200);
		expect(await mustChange(client)).toBe(false);
		expect((await client.get('/admin/settings')).statusCode).toBe(200);
		expect(await findAdminSession(t.db, sessionId)).toMatchObject({ requiredAction: null });
	});

	test('a temporary password expires after three days, and only a sign-in with this password reveals the expiry', async () => {
		const [admin, dean] = [await t.admin(), await superAdmin()];
		const setPasswordAgeHours = (hours: number) =>
			t.db
				.update(admins)
				.set({ passwordGivenAt: sql`now() - make_interval(hours => ${hours})` })
				.where(eq(admins.id, admin.id));
		await signInWithTemporaryPassword(admin);

		await setPasswordAgeHours(71);
		const beforeExpiry = await logIn(admin, TEMPORARY_PASSWORD);
		await setPasswordAgeHours(72);
		const afterExpiry = await logIn(admin, TEMPORARY_PASSWORD);
		const guess = await logIn(admin, 'a guess');
		await t.as(dean).put(`/admin/admins/${admin.id}/password`, { newPassword: TEMPORARY_PASSWORD });
		const afterNewReset = await logIn(admin, TEMPORARY_PASSWORD);

		expect([beforeExpiry.statusCode, afterNewReset.statusCode]).toEqual([200, 200]);
		expect([afterExpiry.statusCode, afterExpiry.json()]).toEqual([
			401,
			{ success: false, ...ADMIN_SESSION_ERRORS.passwordExpired },
		]);
		expect(guess.json().message).toBe(AUTH_ERRORS.invalidCredentials.message);
		const entries = await t.db
			.select({ action: auditLog.action, details: auditLog.details })
			.from(auditLog)
			.where(eq(auditLog.adminId, admin.id));
		expect(entries).toContainEqual({
			action: 'ATTEMPT_ADMIN_LOGIN',
			details: 'The given password has run out.',
		});
	});

	test('where two-step sign-in is required, a temporary password must be changed before two-step sign-in can be set up', async () => {
		const { client } = await signInWithTemporaryPassword(await superAdmin());
		await t.db.update(settings).set({ requireTwoStep: true });
		onTestFinished(async () => void (await t.db.update(settings).set({ requireTwoStep: false })));

		const before = await client.get('/admin/settings');
		const setup = await client.post('/admin/two-step/begin', {
			currentPassword: TEMPORARY_PASSWORD,
		});
		await change(client, OWN_PASSWORD);
		const after = await client.get('/admin/settings');

		expect([before, setup, after].map((res) => [res.statusCode, res.json().message])).toEqual([
			[403, ADMIN_SESSION_ERRORS.mustChangePassword.message],
			[403, ADMIN_SESSION_ERRORS.mustChangePassword.message],
			[403, ADMIN_SESSION_ERRORS.twoStepSetupRequired.message],
		]);
	});
});

test('a password created on the command line is temporary, for an existing and for a new administrator', async () => {
	for (const email of [(await t.admin()).email, 'provost@campus.example']) {
		const { password } = await resetAdmin(t.db, email);

		const { accessToken, admin } = (await logIn({ email }, password)).json();
		expect(admin.mustChangePassword).toBe(true);
		expect((await t.as({ token: accessToken }).get('/admin/users')).statusCode).toBe(403);
	}
});

test('the password that a super administrator chooses for a new administrator is not temporary', async () => {
	const email = 'bursar@campus.example';
	const body = { username: 'Bursar', email, password: OWN_PASSWORD, roleLevel: 'admin' };
	await t.as(await superAdmin()).post('/admin/register', body);

	const { accessToken, admin } = (await logIn({ email }, OWN_PASSWORD)).json();

	expect(admin.mustChangePassword).toBe(false);
	expect((await t.as({ token: accessToken }).get('/admin/users')).statusCode).toBe(200);
});
