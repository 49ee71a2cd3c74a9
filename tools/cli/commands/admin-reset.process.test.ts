import { expect, test } from 'vitest';
import { verifyPassword } from '#server/lib/passwords.ts';
import { openApp } from '#tests/support/app.ts';
import { runCommand } from '#tests/support/cli-command.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { WrongArguments } from '#tools/cli/arguments.ts';
import { run } from './admin-reset.ts';

const t = await openApp();

/** The output and the exit code. */
async function runAdminReset(...args: string[]) {
	const environment = { DATABASE_URL: t.url };
	const command = startScript('tools/cli/main.ts', ['admin:reset', ...args], environment);
	const code = await command.ended;
	return { code, output: command.output().trim().split('\n'), errors: command.errors() };
}

/** Runs the command in this process. */
const runHere = (...args: string[]) => runCommand(run, args, { DATABASE_URL: t.url });

const parsePassword = (output: readonly string[]) =>
	output.join('\n').match(/^Password: (\S{16}) \(told only this once\)$/m)?.[1] ?? '';

const listAdmins = async (email: string) =>
	query(t.url, 'select * from admins where email = $1 order by id', [email]);

const listAuditEntries = (id: number) =>
	query(t.url, 'select action, admin_id, ip_address from audit_log where target = $1 order by id', [
		`admin ${id}`,
	]);

test('admin:reset prints a temporary password for an administrator, switches two-step sign-in off, and ends all sessions', async () => {
	const admin = await t.admin({ totpSecret: 'sealed', totpConfirmedAt: new Date() });

	const { code, output, errors } = await runAdminReset(admin.email.toUpperCase());

	expect({ code, errors }).toEqual({ code: 0, errors: '' });
	expect(output).toContain(`The administrator ${admin.email}`);
	expect(output).toContain('It lets them in for three days, to choose one of their own.');
	expect(output).toContain('Two-step sign-in is off, and all their sessions are ended.');
	const signedIn = await t
		.as(null)
		.post('/admin/login', { email: admin.email, password: parsePassword(output) });
	expect([signedIn.statusCode, signedIn.json().admin.hasTwoStep]).toEqual([200, false]);
	expect((await t.as(admin).get('/admin/profile')).statusCode).toBe(401);
	expect((await listAuditEntries(admin.id))[0]).toEqual({
		action: 'ADMIN_PASSWORD_RESET',
		admin_id: admin.id,
		ip_address: 'this computer',
	});
});

test('admin:reset restores a removed administrator, the newest one if several had the same email address', async () => {
	const removedAt = new Date();
	const first = await t.admin({ removedAt });
	const last = await t.admin({ removedAt, email: first.email, roleLevel: 'super_admin' });

	const { output, error } = await runHere(first.email);

	expect(error).toBeUndefined();
	expect(output).toContain(`The super administrator ${first.email}`);
	expect(await listAdmins(first.email)).toMatchObject([
		{ id: first.id, removed_at: removedAt },
		{ id: last.id, removed_at: null },
	]);
});

test('admin:reset with an unused email address creates a super administrator', async () => {
	const { output, error } = await runHere('rector@campus.example');

	const [created] = await listAdmins('rector@campus.example');
	expect(error).toBeUndefined();
	expect(output).toContain('New super administrator rector@campus.example');
	expect(created).toMatchObject({ role_level: 'super_admin', demo_at: null });
	expect(await verifyPassword(created?.password_hash, parsePassword(output))).toBe(true);
	expect(await listAuditEntries(created?.id)).toMatchObject([
		{ action: 'ADMIN_REGISTERED', admin_id: created?.id },
	]);
});

test('admin:reset refuses no address, two addresses and an invalid one', async () => {
	for (const args of [[], ['a@campus.example', 'b@campus.example'], ['dean']])
		expect((await runHere(...args)).error).toBeInstanceOf(WrongArguments);
});
