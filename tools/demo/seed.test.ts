import { expect, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { openApp } from '#tests/support/app.ts';
import { fillWithDemo } from './seed.ts';

test('every start with demo data prints the demo accounts, with one password for students and one for administrators', async () => {
	const t = await openApp();
	const demoAt = new Date();
	const student = await t.student({ demoAt });
	const superAdmin = await t.admin({ demoAt, roleLevel: 'super_admin' });
	const admin = await t.admin({ demoAt });
	const unlistedAccounts = [
		await t.student(),
		await t.admin(),
		await t.admin({ demoAt, removedAt: demoAt }),
	];
	const connection = openPool(t.url, () => undefined);

	const fillDemo = () =>
		fillWithDemo({ backgroundPool: connection, store: t.store, config: t.config }, () => undefined);
	const [first, second] = [await fillDemo(), await fillDemo()];
	await connection.close();

	const [students = '', ...adminLines] = first;
	expect(first).toEqual(second);
	expect(students).toMatch(/^Demo sign-ins, on this computer only, all with the password \S{12}$/);
	expect(adminLines).toEqual([
		`  ${student.email}`,
		expect.stringMatching(
			/^Demo administrators, on this computer only, all with the password \S{12}$/,
		),
		`  ${superAdmin.email} (super_admin)`,
		`  ${admin.email} (admin)`,
	]);
	expect(adminLines[1]?.slice(-12)).not.toBe(students.slice(-12));
	for (const { email } of unlistedAccounts) expect(first.join('\n')).not.toContain(email);
});
