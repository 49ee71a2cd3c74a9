import { expect, inject, test } from 'vitest';
import { verifyPassword } from '#server/lib/passwords.ts';
import { openApp } from '#tests/support/app.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';

const t = await openApp();

/** Everything it says, and its exit code. */
async function reset(args: readonly string[], url = t.url) {
	const command = startScript('tools/cli/admin-reset.ts', args, { DATABASE_URL: url });
	const code = await command.ended;
	return { code, said: command.output().trim().split('\n'), errors: command.errors() };
}

const passwordIn = (said: readonly string[]) =>
	said.join('\n').match(/^Password: (\S{16}) \(told only this once\)$/m)?.[1] ?? '';

const stored = async (email: string) =>
	query(t.url, 'select * from admins where email = $1 order by id', [email]);

const entriesAbout = (id: number) =>
	query(t.url, 'select action, admin_id, ip_address from audit_log where target = $1 order by id', [
		`admin ${id}`,
	]);

test('an administrator gets in again by a password that is told once, without a code', async () => {
	const clerk = await t.admin({ totpSecret: 'sealed', totpConfirmedAt: new Date() });

	const { code, said, errors } = await reset([clerk.email.toUpperCase()]);

	expect({ code, errors }).toEqual({ code: 0, errors: '' });
	expect(said).toContain(`The administrator ${clerk.email}`);
	expect(said).toContain('It lets them in for three days, to choose one of their own.');
	expect(said).toContain('Two-step sign-in is off, and all their sessions are ended.');
	const signedIn = await t
		.as(null)
		.post('/admin/login', { email: clerk.email, password: passwordIn(said) });
	expect([signedIn.statusCode, signedIn.json().admin.hasTwoStep]).toEqual([200, false]);
	expect((await t.as(clerk).get('/admin/profile')).statusCode).toBe(401);
	expect((await entriesAbout(clerk.id))[0]).toEqual({
		action: 'ADMIN_PASSWORD_RESET',
		admin_id: clerk.id,
		ip_address: 'this computer',
	});
});

test('who was removed comes back, the last one of an address', async () => {
	const removedAt = new Date();
	const first = await t.admin({ removedAt });
	const last = await t.admin({ removedAt, email: first.email, roleLevel: 'super_admin' });

	const { code, said } = await reset([first.email]);

	expect(code).toBe(0);
	expect(said).toContain(`The super administrator ${first.email}`);
	expect(await stored(first.email)).toMatchObject([
		{ id: first.id, removed_at: removedAt },
		{ id: last.id, removed_at: null },
	]);
});

test('an address that nobody has becomes a super administrator’s', async () => {
	const { code, said } = await reset(['rector@campus.example']);

	const [made] = await stored('rector@campus.example');
	expect(code).toBe(0);
	expect(said).toContain('New super administrator rector@campus.example');
	expect(made).toMatchObject({ role_level: 'super_admin', demo_at: null });
	expect(await verifyPassword(made?.password_hash, passwordIn(said))).toBe(true);
	expect(await entriesAbout(made?.id)).toMatchObject([
		{ action: 'ADMIN_REGISTERED', admin_id: made?.id },
	]);
});

test.each([
	['nothing', [], /^Usage: npm run admin:reset -- EMAIL\n$/],
	['two addresses', ['a@campus.example', 'b@campus.example'], /^Usage: /],
	['what is no address', ['dean'], /^"dean" is no email address\.\nUsage: /],
])('%s is told before any database is looked for', async (_, args, words) => {
	const { code, said, errors } = await reset(args, 'postgres://nowhere/x');

	expect({ code, said }).toEqual({ code: 1, said: [''] });
	expect(errors).toMatch(words);
});

test('a database without a market is told in one line', async () => {
	const { code, errors } = await reset(['dean@campus.example'], inject('databaseServer'));

	expect({ code, errors }).toEqual({
		code: 1,
		errors: 'There is no market in this database yet: start it first, with npm start.\n',
	});
});
