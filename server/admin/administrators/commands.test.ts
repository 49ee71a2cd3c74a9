import { describe, expect, test } from 'vitest';
import {
	ADMINISTRATOR_MESSAGES,
	type ListedAdministrator,
} from '#contract/admin/administrators.ts';
import { ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { logAudit } from '#server/audit/log.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { adminSessions, admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import type { Mail } from '#server/mail/mail.ts';
import { openAdminConnection } from '#tests/support/admin-connection.ts';
import type { SignedInAdmin } from '#tests/support/administrators.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { MAIL_HEADER, tokenInMail } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { query } from '#tests/support/query.ts';
import { SECRETS } from '#tests/support/secret.ts';
import { sendInvitation } from './commands.ts';
import { lockSuperAdmins, setAdminRemoved } from './queries.ts';

const t = await openApp();
const NEW_PASSWORD = 'a new pass phrase';

const superAdmin = () => t.admin({ roleLevel: 'super_admin' });

const logIn = (email: string, password: string) =>
	t.as(null).post('/admin/login', { email, password });

async function lastEntry() {
	const [entry] = await t.db
		.select({
			action: auditLog.action,
			adminId: auditLog.adminId,
			target: auditLog.target,
			details: auditLog.details,
		})
		.from(auditLog)
		.orderBy(desc(auditLog.id))
		.limit(1);
	return entry;
}

async function findListed(
	viewer: SignedInAdmin,
	id: number,
): Promise<ListedAdministrator | undefined> {
	const { admins } = (await t.as(viewer).get('/admin/admins')).json();
	return admins.find((admin: ListedAdministrator) => admin.id === id);
}

describe('adding an administrator', () => {
	test('a new administrator can sign in at once, and the registration is in the audit log', async () => {
		const dean = await superAdmin();
		const email = `new-${dean.id}@campus.example`;
		const body = { username: 'Imran', email, password: NEW_PASSWORD, roleLevel: 'admin' };

		const res = await t.as(dean).post('/admin/register', body);

		const { admin } = res.json();
		expect([res.statusCode, admin]).toEqual([
			201,
			{ id: admin.id, username: 'Imran', email, roleLevel: 'admin' },
		]);
		expect(await lastEntry()).toEqual({
			action: 'ADMIN_REGISTERED',
			adminId: dean.id,
			target: `admin ${admin.id}`,
			details: 'as admin',
		});
		expect((await logIn(email, NEW_PASSWORD)).statusCode).toBe(200);
	});

	test('a new administrator without a password chooses one by the mailed link, which works once and for three days', async () => {
		const dean = await superAdmin();
		const email = `invited-${dean.id}@campus.example`;
		const body = { username: 'Imran', email, roleLevel: 'admin' };
		const { admin } = (await t.as(dean).post('/admin/register', body)).json();
		const jobs = await query(t.url, "select data from pgboss.job where name = 'admin-invitation'");
		const mails: Mail[] = [];
		const mail = { send: async (sent: Mail) => void mails.push(sent) };
		await sendInvitation({ db: t.db, mail, header: MAIL_HEADER, secrets: SECRETS }, admin.id);
		const [sent] = mails;
		const token = sent ? tokenInMail(sent) : '';
		const choose = (newPassword: string, by = token) =>
			t.as(null).post('/admin/choose-password', { token: by, newPassword });
		const [id, expiresAtMs, signature] = token.split('-');

		const late = await choose(NEW_PASSWORD, [id, Number(expiresAtMs) + 1, signature].join('-'));
		const chosen = await choose(NEW_PASSWORD);
		const again = await choose('another pass phrase');

		expect(jobs).toEqual([{ data: { adminId: admin.id } }]);
		expect(sent?.to.address).toBe(email);
		expect(chosen.json()).toEqual({
			success: true,
			message: ADMINISTRATOR_MESSAGES.passwordChosen,
		});
		for (const refused of [late, again])
			expect([refused.statusCode, refused.json().message]).toEqual([
				400,
				ADMINISTRATOR_ERRORS.linkExpired.message,
			]);
		expect(await lastEntry()).toMatchObject({
			action: 'ADMIN_PASSWORD_CHANGED',
			adminId: admin.id,
			details: 'By the mailed link.',
		});
		expect((await logIn(email, NEW_PASSWORD)).statusCode).toBe(200);
	});

	test('a new administrator can have the email address of a removed administrator, but not of an existing administrator', async () => {
		const [dean, existing] = [await superAdmin(), await t.admin()];
		const { email } = await t.admin({ removedAt: new Date() });
		const body = { username: 'Imran', password: NEW_PASSWORD, roleLevel: 'admin' };

		const rejected = await t.as(dean).post('/admin/register', { ...body, email: existing.email });
		const created = await t.as(dean).post('/admin/register', { ...body, email });

		expect([rejected.statusCode, rejected.json().message]).toEqual([
			409,
			ADMINISTRATOR_ERRORS.emailTaken.message,
		]);
		expect(created.statusCode).toBe(201);
	});
});

describe('the list of administrators', () => {
	test('the list shows each administrator’s last activity, without removed administrators and without secrets', async () => {
		const dean = await superAdmin();
		const unused = await t.admin();
		await t.db.delete(adminSessions).where(eq(adminSessions.adminId, unused.id));
		const removed = await t.admin({ removedAt: new Date() });

		const res = await t.as(dean).get('/admin/admins');

		const ids = res.json().admins.map(({ id }: ListedAdministrator) => id);
		expect(ids).toEqual([...ids].sort((one, other) => one - other));
		expect(ids).not.toContain(removed.id);
		expect(res.body).not.toMatch(/password|totp/i);
		expect(await findListed(dean, unused.id)).toEqual({
			id: unused.id,
			username: unused.username,
			email: unused.email,
			roleLevel: 'admin',
			createdAt: expect.any(String),
			hasTwoStep: false,
			lastSeenAt: null,
		});
		const { lastSeenAt } = (await findListed(dean, dean.id)) ?? {};
		expect(Date.now() - Date.parse(lastSeenAt ?? '')).toBeLessThan(60_000);
		expect(await lastEntry()).toMatchObject({ action: 'VIEW_ADMINS', target: 'admins' });
	});
});

describe('removing an administrator', () => {
	test('the administrator’s sessions and socket connections end at once, and the removal is logged', async () => {
		const [dean, clerk] = [await superAdmin(), await t.admin()];
		const connection = await openAdminConnection(t, clerk);

		const res = await t.as(dean).delete(`/admin/admins/${clerk.id}`);

		expect(res.json()).toEqual({ success: true, message: ADMINISTRATOR_MESSAGES.removed });
		await connection.disconnected;
		expect(connection.received(ADMIN_EVENTS.ended)).toHaveLength(1);
		expect((await t.as(clerk).get('/admin/profile')).statusCode).toBe(401);
		expect((await logIn(clerk.email, PASSWORD)).statusCode).toBe(401);
		const [entry] = await t.db
			.select()
			.from(auditLog)
			.where(eq(auditLog.action, 'ADMIN_REMOVED'))
			.orderBy(desc(auditLog.id));
		expect(entry).toMatchObject({ adminId: dean.id, target: `admin ${clerk.id}` });
	});

	test('removing oneself or resetting one’s own password is refused with 409, and those of an unknown or removed administrator with 404', async () => {
		const dean = await superAdmin();
		const removed = await t.admin({ removedAt: new Date() });
		const reset = { newPassword: NEW_PASSWORD };

		const rejected = [
			await t.as(dean).delete(`/admin/admins/${dean.id}`),
			await t.as(dean).put(`/admin/admins/${dean.id}/password`, reset),
			await t.as(dean).delete(`/admin/admins/${removed.id}`),
			await t.as(dean).delete('/admin/admins/2147483647'),
			await t.as(dean).put('/admin/admins/2147483647/password', reset),
		];

		const { cannotRemoveSelf, ownPassword, notFound } = ADMINISTRATOR_ERRORS;
		expect(rejected.map((res) => [res.statusCode, res.json().message])).toEqual([
			[409, cannotRemoveSelf.message],
			[409, ownPassword.message],
			...Array(3).fill([404, notFound.message]),
		]);
	});

	test('when two super administrators remove each other at the same time, one of them remains', async () => {
		const { as, admin, db } = await openApp();
		for (let round = 0; round < 3; round++) {
			await db.update(admins).set({ removedAt: new Date() });
			const [one, other] = [
				await admin({ roleLevel: 'super_admin' }),
				await admin({ roleLevel: 'super_admin' }),
			];

			const both = await Promise.all([
				as(one).delete(`/admin/admins/${other.id}`),
				as(other).delete(`/admin/admins/${one.id}`),
			]);

			const statuses = both.map(({ statusCode }) => statusCode).sort();
			// The administrator whose request comes second is the last one by then, or was already
			// removed.
			expect([
				[200, 409],
				[200, 401],
			]).toContainEqual(statuses);
			const profileRequests = [one, other].map(({ token }) => as({ token }).get('/admin/profile'));
			const signedIn = (await Promise.all(profileRequests)).filter(
				({ statusCode }) => statusCode === 200,
			);
			expect(signedIn).toHaveLength(1);
		}
	});

	test('the lock for removing an administrator does not block a concurrent audit entry', async () => {
		const dean = await superAdmin();
		const actor = { adminId: dean.id, ipAddress: '127.0.0.1' };
		const auditEntry = (target: string) => ({ action: 'VIEW_ITEMS', target }) as const;
		let concurrentEntry: Promise<void> | undefined;

		await t.db.transaction(async (tx) => {
			await lockSuperAdmins(tx);
			concurrentEntry = logAudit(t.db, actor, auditEntry('beside'));
			await Promise.race([concurrentEntry, waitForBlockedSession(t.url)]);
			await logAudit(tx, actor, auditEntry('last'));
		});
		await concurrentEntry;

		const entries = await t.db
			.select({ target: auditLog.target })
			.from(auditLog)
			.where(eq(auditLog.adminId, dean.id))
			.orderBy(auditLog.id);
		expect(entries).toEqual([{ target: 'beside' }, { target: 'last' }]);
	});
});

describe('resetting another administrator’s password', () => {
	test('after the reset, the new password works without a two-step code, the old password is refused and open sessions end', async () => {
		const dean = await superAdmin();
		const clerk = await t.admin({ totpSecret: 'sealed', totpConfirmedAt: new Date() });

		const res = await t
			.as(dean)
			.put(`/admin/admins/${clerk.id}/password`, { newPassword: NEW_PASSWORD });

		expect(res.json()).toEqual({ success: true, message: ADMINISTRATOR_MESSAGES.passwordReset });
		expect(await lastEntry()).toEqual({
			action: 'ADMIN_PASSWORD_RESET',
			adminId: dean.id,
			target: `admin ${clerk.id}`,
			details: '',
		});
		expect((await t.as(clerk).get('/admin/profile')).statusCode).toBe(401);
		expect((await logIn(clerk.email, PASSWORD)).statusCode).toBe(401);
		expect((await logIn(clerk.email, NEW_PASSWORD)).json().admin.hasTwoStep).toBe(false);
	});

	test.each([
		['the reset of a password', 'put', (id: number) => `/admin/admins/${id}/password`],
		['a registration', 'post', () => '/admin/register'],
	] as const)(
		'%s by a super administrator who is removed meanwhile is refused and changes nothing',
		async (_, method, pathFor) => {
			const [dean, removed] = [await superAdmin(), await superAdmin()];
			const email = `new-${dean.id}@campus.example`;
			const reset = { newPassword: NEW_PASSWORD };
			const newAdmin = { username: 'Imran', email, password: NEW_PASSWORD, roleLevel: 'admin' };

			const { changing } = await t.db.transaction(async (tx) => {
				await lockSuperAdmins(tx);
				const changing = t.as(removed)[method](pathFor(dean.id), { ...reset, ...newAdmin });
				await waitForBlockedSession(t.url);
				await setAdminRemoved(tx, removed.id);
				return { changing };
			});

			expect((await changing).statusCode).toBe(401);
			expect((await logIn(dean.email, PASSWORD)).statusCode).toBe(200);
			expect((await logIn(email, NEW_PASSWORD)).statusCode).toBe(401);
		},
	);
});

describe('changing one’s own password', () => {
	test('the change requires the current password, keeps the current session and ends all others', async () => {
		const clerk = await t.admin();
		const { accessToken } = (await logIn(clerk.email, PASSWORD)).json();
		const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

		const wrong = await t.as(clerk).put('/admin/password', { ...body, currentPassword: 'no' });
		const changed = await t.as(clerk).put('/admin/password', body);

		expect([wrong.statusCode, wrong.json().message]).toEqual([
			400,
			ADMINISTRATOR_ERRORS.wrongPassword.message,
		]);
		expect(changed.json()).toEqual({
			success: true,
			message: ADMINISTRATOR_MESSAGES.passwordChanged,
		});
		expect(await lastEntry()).toMatchObject({
			action: 'ADMIN_PASSWORD_CHANGED',
			adminId: clerk.id,
			target: `admin ${clerk.id}`,
		});
		expect((await t.as(clerk).get('/admin/profile')).statusCode).toBe(200);
		expect((await t.as({ token: accessToken }).get('/admin/profile')).statusCode).toBe(401);
		expect((await logIn(clerk.email, NEW_PASSWORD)).statusCode).toBe(200);
	});

	test('of two simultaneous changes with the same current password, one succeeds and one is refused with 400', async () => {
		const clerk = await t.admin();
		const change = (newPassword: string) =>
			t.as(clerk).put('/admin/password', { currentPassword: PASSWORD, newPassword });

		const both = await Promise.all([change('one new phrase'), change('another new phrase')]);

		expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
	});
});
