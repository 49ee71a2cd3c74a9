import { isNull } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { hashPassword, verifyPassword } from '#server/lib/passwords.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { ensureSuperAdmin } from './bootstrap.ts';
import { insertAdmin } from './queries.ts';

const CONFIGURED = { email: 'dean@campus.example', password: 'from the configuration' };
const FALLBACK = 'Help@Campus.example';

/** Which administrators exist matters here, so each test has a database of its own. */
async function openEmptyDatabase() {
	const { db, close } = openPool(await cloneDatabase(), () => undefined);
	onTestFinished(close);
	return db;
}

test('at first start, the configured super administrator is created and no password is generated', async () => {
	const db = await openEmptyDatabase();

	const generatedAdmin = await ensureSuperAdmin(db, CONFIGURED, FALLBACK);

	const [admin, ...others] = await db.select().from(admins);
	expect(generatedAdmin).toBeUndefined();
	expect(others).toEqual([]);
	expect(admin).toMatchObject({
		email: CONFIGURED.email,
		roleLevel: 'super_admin',
		demoAt: null,
		passwordGivenAt: null,
	});
	expect(await verifyPassword(admin?.passwordHash, CONFIGURED.password)).toBe(true);
});

test('without configuration, a super administrator is created with a generated password that must be changed', async () => {
	const db = await openEmptyDatabase();

	const generatedAdmin = await ensureSuperAdmin(db, undefined, FALLBACK);

	const [admin] = await db.select().from(admins);
	expect(generatedAdmin).toEqual({
		email: 'help@campus.example',
		password: expect.stringMatching(/^.{16}$/),
	});
	expect(admin?.email).toBe('help@campus.example');
	expect(admin?.passwordGivenAt).toBeInstanceOf(Date);
	expect(await verifyPassword(admin?.passwordHash, generatedAdmin?.password ?? '')).toBe(true);
});

test('the creation of a super administrator is recorded in the audit log once', async () => {
	const db = await openEmptyDatabase();

	await ensureSuperAdmin(db, undefined, FALLBACK);
	await ensureSuperAdmin(db, undefined, FALLBACK);

	const [admin] = await db.select().from(admins);
	const entries = await db.select().from(auditLog);
	expect(entries).toHaveLength(1);
	expect(entries).toMatchObject([
		{
			action: 'ADMIN_REGISTERED',
			severity: 'HIGH',
			ipAddress: 'this computer',
			adminId: admin?.id,
			target: `admin ${admin?.id}`,
			details: 'as super_admin, while there was none',
		},
	]);
});

test('the configured super administrator is ignored while another super administrator exists', async () => {
	const db = await openEmptyDatabase();
	await ensureSuperAdmin(db, CONFIGURED, FALLBACK);

	const generatedAdmin = await ensureSuperAdmin(
		db,
		{ email: 'b@campus.example', password: 'x' },
		FALLBACK,
	);

	expect(generatedAdmin).toBeUndefined();
	expect(await db.select({ email: admins.email }).from(admins)).toEqual([
		{ email: CONFIGURED.email },
	]);
});

test('a super administrator is created when only ordinary administrators exist', async () => {
	const db = await openEmptyDatabase();
	const passwordHash = await hashPassword('some password');
	const email = 'clerk@campus.example';
	await insertAdmin(db, { username: 'clerk', email, passwordHash, roleLevel: 'admin' });

	await ensureSuperAdmin(db, CONFIGURED, FALLBACK);

	const roles = await db.select({ roleLevel: admins.roleLevel }).from(admins);
	expect(roles.map(({ roleLevel }) => roleLevel).sort()).toEqual(['admin', 'super_admin']);
});

test('after the last super administrator was removed, a new one is created with the same email address', async () => {
	const db = await openEmptyDatabase();
	await ensureSuperAdmin(db, CONFIGURED, FALLBACK);
	await db.update(admins).set({ removedAt: new Date() });

	await ensureSuperAdmin(db, CONFIGURED, FALLBACK);

	const remaining = await db.select().from(admins).where(isNull(admins.removedAt));
	expect(remaining).toMatchObject([{ email: CONFIGURED.email, roleLevel: 'super_admin' }]);
});

test('creating the super administrator fails when the configured email address belongs to an ordinary administrator', async () => {
	const db = await openEmptyDatabase();
	const passwordHash = await hashPassword('some password');
	const { email } = CONFIGURED;
	await insertAdmin(db, { username: 'clerk', email, passwordHash, roleLevel: 'admin' });

	const creation = ensureSuperAdmin(db, CONFIGURED, FALLBACK);

	await expect(creation).rejects.toThrow(`${email} is another's address`);
});

test('instances that start at the same time create one super administrator, and only one instance gets the generated password', async () => {
	const db = await openEmptyDatabase();

	const generatedAdmins = await Promise.all(
		Array.from({ length: 4 }, () => ensureSuperAdmin(db, undefined, FALLBACK)),
	);

	const [admin, ...others] = await db.select().from(admins);
	const password = generatedAdmins.find((one) => one !== undefined)?.password ?? '';
	expect(generatedAdmins.filter((one) => one !== undefined)).toHaveLength(1);
	expect(others).toEqual([]);
	expect(await verifyPassword(admin?.passwordHash, password)).toBe(true);
});
