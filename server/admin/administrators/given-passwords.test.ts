import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { settings } from '#server/db/schema/settings.ts';
import type { OfficePerson } from '#tests/support/administrators.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { resetAdmin } from './reset.ts';
import { findAdminSession } from './session-queries.ts';
import { readAdmin } from './sessions.ts';

const t = await openApp();
const GIVEN = 'given over the counter';
const CHOSEN = 'chosen by myself';

const superAdmin = () => t.admin({ roleLevel: 'super_admin' });

const logIn = ({ email }: { email: string }, password: string) =>
	t.as(null).post('/admin/login', { email, password });

/** Signs in with a password that a super administrator has just given. */
async function comeInByGiven(admin: OfficePerson) {
	await t.as(await superAdmin()).put(`/admin/admins/${admin.id}/password`, { newPassword: GIVEN });
	const { accessToken, admin: own } = (await logIn(admin, GIVEN)).json();
	return { own, token: accessToken, as: t.as({ token: accessToken }) };
}

type Asking = ReturnType<typeof t.as>;

const change = (as: Asking, newPassword: string) =>
	as.put('/admin/password', { currentPassword: GIVEN, newPassword });

const mustChange = async (as: Asking) =>
	(await as.get('/admin/profile')).json().admin.mustChangePassword;

/** What calls for other things are answered. */
async function remindersOf(as: Asking) {
	const calls = [
		await as.get('/admin/users'),
		await as.get('/admin/settings'),
		await as.post('/admin/two-step/begin', { currentPassword: GIVEN }),
		await as.post('/admin/two-step/confirm', { code: '123456' }),
	];
	return calls.map((res) => [res.statusCode, res.json().message]);
}

describe('a password that a super administrator gave', () => {
	test('opens what changes it, and nothing else', async () => {
		const { own, token, as } = await comeInByGiven(await superAdmin());
		const { sessionId } = (await readAdmin(t.db, token)) ?? { sessionId: '' };

		const reminders = await remindersOf(as);
		const toldOf = [own.mustChangePassword, await mustChange(as)];
		const before = await findAdminSession(t.db, sessionId);
		const changed = await change(as, CHOSEN);

		expect(toldOf).toEqual([true, true]);
		const reminder = [403, ADMIN_SESSION_MESSAGES.mustChangePassword];
		expect(reminders).toEqual(reminders.map(() => reminder));
		expect(before?.duty).toBe('change password');
		expect(changed.statusCode).toBe(200);
		expect(await mustChange(as)).toBe(false);
		expect((await as.get('/admin/settings')).statusCode).toBe(200);
		expect(await findAdminSession(t.db, sessionId)).toMatchObject({ duty: null });
	});

	test('may leave again', async () => {
		const { as } = await comeInByGiven(await t.admin());

		expect((await as.post('/admin/logout')).statusCode).toBe(200);
		expect((await as.get('/admin/profile')).statusCode).toBe(401);
	});

	test('is no choice of one’s own', async () => {
		const { as } = await comeInByGiven(await t.admin());

		const same = await change(as, GIVEN);

		expect([same.statusCode, same.json().message]).toEqual([
			400,
			ADMINISTRATOR_MESSAGES.temporaryPassword,
		]);
		expect(same.json().issues).toMatchObject([{ path: 'newPassword' }]);
		expect(await mustChange(as)).toBe(true);
	});

	test('runs out after three days, which only who knows it is told, and is logged', async () => {
		const [admin, dean] = [await t.admin(), await superAdmin()];
		const age = (hours: number) =>
			t.db
				.update(admins)
				.set({ passwordGivenAt: sql`now() - make_interval(hours => ${hours})` })
				.where(eq(admins.id, admin.id));
		await comeInByGiven(admin);

		await age(71);
		const inTime = await logIn(admin, GIVEN);
		await age(72);
		const late = await logIn(admin, GIVEN);
		const guess = await logIn(admin, 'a guess');
		await t.as(dean).put(`/admin/admins/${admin.id}/password`, { newPassword: GIVEN });
		const again = await logIn(admin, GIVEN);

		expect([inTime.statusCode, again.statusCode]).toEqual([200, 200]);
		expect([late.statusCode, late.json()]).toEqual([
			401,
			{ success: false, message: ADMIN_SESSION_MESSAGES.passwordRunOut },
		]);
		expect(guess.json().message).toBe(ADMIN_SESSION_MESSAGES.invalidCredentials);
		const details = await t.db
			.select({ action: auditLog.action, details: auditLog.details })
			.from(auditLog)
			.where(eq(auditLog.adminId, admin.id))
			.orderBy(desc(auditLog.id));
		expect(details).toContainEqual({
			action: 'ATTEMPT_ADMIN_LOGIN',
			details: 'The given password has run out.',
		});
	});

	test('comes before two-step sign-in where that is required', async () => {
		const { as } = await comeInByGiven(await superAdmin());
		await t.db.update(settings).set({ requireTwoStep: true });
		onTestFinished(async () => void (await t.db.update(settings).set({ requireTwoStep: false })));

		const before = await as.get('/admin/settings');
		const begun = await as.post('/admin/two-step/begin', { currentPassword: GIVEN });
		await change(as, CHOSEN);
		const after = await as.get('/admin/settings');

		expect([before, begun, after].map((res) => [res.statusCode, res.json().message])).toEqual([
			[403, ADMIN_SESSION_MESSAGES.mustChangePassword],
			[403, ADMIN_SESSION_MESSAGES.mustChangePassword],
			[403, ADMIN_SESSION_MESSAGES.twoStepSetupRequired],
		]);
	});
});

test.each([
	['who had another', true],
	['a new super administrator', false],
])('a password that was made on the machine is given, too: %s', async (_, isKnown) => {
	const { email } = isKnown ? await t.admin() : { email: 'provost@campus.example' };

	const { password } = await resetAdmin(t.db, email);

	const { accessToken, admin } = (await logIn({ email }, password)).json();
	expect(admin.mustChangePassword).toBe(true);
	expect((await t.as({ token: accessToken }).get('/admin/users')).statusCode).toBe(403);
});

test('who was registered works with the password of their registration', async () => {
	const email = 'bursar@campus.example';
	const sent = { username: 'Bursar', email, password: GIVEN, roleLevel: 'admin' };
	await t.as(await superAdmin()).post('/admin/register', sent);

	const { accessToken, admin } = (await logIn({ email }, GIVEN)).json();

	expect(admin.mustChangePassword).toBe(false);
	expect((await t.as({ token: accessToken }).get('/admin/users')).statusCode).toBe(200);
});

test('one’s own password does not run out', async () => {
	const admin = await t.admin({ createdAt: new Date('2020-01-01') });

	expect((await logIn(admin, PASSWORD)).statusCode).toBe(200);
});
