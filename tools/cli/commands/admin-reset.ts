import { resetAdmin } from '#server/admin/administrators/commands.ts';
import { readConfig } from '#server/config/config.ts';
import { readArguments, readEmail } from '#tools/cli/arguments.ts';
import { withDatabase } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

/**
 * Restores access for an administrator who lost the password or the phone, or who was removed. If no administrator
 * ever had the email address, creates a super administrator. The app may keep running.
 */
export async function run(args: readonly string[]): Promise<void> {
	const [address = ''] = readArguments(args, {}, [1, 1]).positionals;
	const email = readEmail(address);
	await withDatabase(readConfig(), async ({ db }) => {
		const { admin, password, isNew } = await resetAdmin(db, email);
		const role = admin.roleLevel === 'super_admin' ? 'super administrator' : 'administrator';
		printLine(`${isNew ? 'New' : 'The'} ${role} ${admin.email}`);
		printLine(`Password: ${password} (told only this once)`);
		printLine('It lets them in for three days, to choose one of their own.');
		if (!isNew) printLine('Two-step sign-in is off, and all their sessions are ended.');
		if (admin.demoAt) printLine('One of the demo: signs in on this computer only.');
	});
}
