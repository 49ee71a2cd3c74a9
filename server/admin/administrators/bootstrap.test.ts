import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { isNull } from '#server/db/drizzle.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { hashPassword, verifyPassword } from '#server/lib/passwords.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { ensureSuperAdmin } from './commands.ts';
import { insertAdmin } from './queries.ts';

const CONFIGURED = { email: 'dean@campus.example', password: 'from the configuration' };
const FALLBACK = 'Help@Campus.example';

/** Which administrators exist matters here, so each test has a database of its own. */
async function openEmptyDatabase() {
	const { db, close } = openPool(await cloneDatabase(), () => undefined);
	onTestFinished(close);
	return db;
}

test('the configured super administrator is created once, without a generated password, and again after the last one was removed', async () => {
	const db = await openEmptyDatabase();
	const another = { email: 'b@campus.example', password: 'x' };

	const generatedAdmins = [
		await ensureSuperAdmin(db, CONFIGURED, FALLBACK),
		await ensureSuperAdmin(db, another, FALLBACK),
	];

	const [admin, ...others] = await db.select().from(admins);
	expect(generatedAdmins).toEqual([undefined, undefined]);
	expect(others).toEqual([]);
	expect(admin).toMatchObject({
		email: CONFIGURED.email,
		roleLevel: 'super_admin',
		demoAt: null,
		passwordGivenAt: null,
	});
	expect(await verifyPassword(admin?.passwordHash, CONFIGURED.password)).toBe(true);
	await db.update(admins).set({ removedAt: new Date() });
	await ensureSuperAdmin(db, CONFIGURED, FALLBACK);
	const remaining = await db.select().from(admins).where(isNull(admins.removedAt));
	expect(remaining).toMatchObject([{ email: CONFIGURED.email, roleLevel: 'super_admin' }]);
});

test('without configuration, instances that start at the same time create one super administrator, logged once, and only one gets the generated password, which must be changed', async () => {
	const db = await openEmptyDatabase();

	const generatedAdmins = await Promise.all(
		Array.from({ length: 4 }, () => ensureSuperAdmin(db, undefined, FALLBACK)),
	);

	const [generatedAdmin, ...more] = generatedAdmins.filter((one) => one !== undefined);
	const [admin, ...others] = await db.select().from(admins);
	expect([more, others]).toEqual([[], []]);
	expect(generatedAdmin).toEqual({
		email: 'help@campus.example',
		password: expect.stringMatching(/^.{16}$/),
	});
	expect(admin?.email).toBe('help@campus.example');
	expect(admin?.passwordGivenAt).toBeInstanceOf(Date);
	expect(await verifyPassword(admin?.passwordHash, generatedAdmin?.password ?? '')).toBe(true);
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

test('a super administrator is created when only ordinary administrators exist', async () => {
	const db = await openEmptyDatabase();
	const passwordHash = await hashPassword('some password');
	const email = 'clerk@campus.example';
	await insertAdmin(db, { username: 'clerk', email, passwordHash, roleLevel: 'admin' });

	await ensureSuperAdmin(db, CONFIGURED, FALLBACK);

	const roles = await db.select({ roleLevel: admins.roleLevel }).from(admins);
	expect(roles.map(({ roleLevel }) => roleLevel).sort()).toEqual(['admin', 'super_admin']);
});

test('creating the super administrator fails when the configured email address belongs to an ordinary administrator', async () => {
	const db = await openEmptyDatabase();
	const passwordHash = await hashPassword('some password');
	const { email } = CONFIGURED;
	await insertAdmin(db, { username: 'clerk', email, passwordHash, roleLevel: 'admin' });

	const creation = ensureSuperAdmin(db, CONFIGURED, FALLBACK);

	await expect(creation).rejects.toThrow(`${email} is another's address`);
});
