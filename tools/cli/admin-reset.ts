import * as z from 'zod/mini';
import { email } from '#contract/auth/person-fields.ts';
import { resetAdmin } from '#server/admin/administrators/reset.ts';
import { readConfig } from '#server/config/config.ts';
import { openPool } from '#server/db/client.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { say, stop } from '#tools/lib/terminal.ts';

const USAGE = 'Usage: npm run admin:reset -- EMAIL';

/**
 * Lets an administrator in again, while the market runs: whose password or phone is lost, or who was removed. With an address
 * that nobody ever had it makes a super administrator.
 */
async function main(): Promise<void> {
	const asked = addressAskedFor(process.argv.slice(2));
	const database = await openDatabase(readConfig(), say);
	const connection = openPool(database.url, () => undefined);
	try {
		const { admin, password, isNew } = await resetAdmin(connection.db, asked);
		const role = admin.roleLevel === 'super_admin' ? 'super administrator' : 'administrator';
		say(`${isNew ? 'New' : 'The'} ${role} ${admin.email}`);
		say(`Password: ${password} (told only this once)`);
		say('It lets them in for three days, to choose one of their own.');
		if (!isNew) say('Two-step sign-in is off, and all their sessions are ended.');
		if (admin.demoAt) say('One of the demo: signs in on this computer only.');
	} finally {
		await connection.close();
		await database.letGo();
	}
}

function addressAskedFor(args: readonly string[]): string {
	const [asked, ...more] = args;
	if (asked === undefined || asked.startsWith('-') || more.length > 0) throw new Error(USAGE);
	const parsed = z.safeParse(email, asked);
	if (!parsed.success) throw new Error(`"${asked}" is no email address.\n${USAGE}`);
	return parsed.data;
}

await main().catch((error: unknown) => stop(reasonOf(error)));
