import * as z from 'zod/mini';
import { email } from '#contract/auth/person-fields.ts';
import { resetAdmin } from '#server/admin/administrators/reset.ts';
import { readConfig } from '#server/config/config.ts';
import { openPool } from '#server/db/client.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';

const USAGE = 'Usage: npm run admin:reset -- EMAIL';

/**
 * Restores access for an administrator who lost password or phone, or was removed, while the app runs. For an address
 * that no administrator ever had it creates a super administrator.
 */
async function main(): Promise<void> {
	const address = parseAddress(process.argv.slice(2));
	const database = await openDatabase(readConfig(), printLine);
	const connection = openPool(database.url, () => undefined);
	try {
		const { admin, password, isNew } = await resetAdmin(connection.db, address);
		const role = admin.roleLevel === 'super_admin' ? 'super administrator' : 'administrator';
		printLine(`${isNew ? 'New' : 'The'} ${role} ${admin.email}`);
		printLine(`Password: ${password} (told only this once)`);
		printLine('It lets them in for three days, to choose one of their own.');
		if (!isNew) printLine('Two-step sign-in is off, and all their sessions are ended.');
		if (admin.demoAt) printLine('One of the demo: signs in on this computer only.');
	} finally {
		await connection.close();
		await database.close();
	}
}

function parseAddress(args: readonly string[]): string {
	const [address, ...rest] = args;
	if (address === undefined || address.startsWith('-') || rest.length > 0) throw new Error(USAGE);
	const parsed = z.safeParse(email, address);
	if (!parsed.success) throw new Error(`"${address}" is no email address.\n${USAGE}`);
	return parsed.data;
}

await main().catch((error: unknown) => exitWithError(reasonOf(error)));
