import { pino } from 'pino';
import * as z from 'zod/mini';
import { email } from '#contract/auth/person-fields.ts';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { logAudit } from '#server/audit/log.ts';
import { readConfig } from '#server/config/config.ts';
import { type Db, openPool } from '#server/db/client.ts';
import { findAccount, restoreAccess } from '#server/features/accounts/restore-access.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';

const USAGE = 'Usage: npm run user:let-in -- EMAIL|PHONE|NUMBER [ADDRESS]';
const OPERATOR = { adminId: null, ipAddress: 'this computer' };

interface RestoreRequest {
	identifier: string;
	/** The address for mails to the user from now on. */
	address: string | undefined;
}

/**
 * Restores access for a student whose identity support has checked, while the app runs: a student without an email
 * address to send a link to, or one whose address a thief has changed. They choose the password themselves; nobody
 * learns it.
 */
async function main(): Promise<void> {
	const request = parseArguments(process.argv.slice(2));
	const config = readConfig();
	const database = await openDatabase(config, printLine);
	const connection = openPool(database.url, () => undefined);
	try {
		await restoreAccount(request, connection.db, {
			url: database.url,
			collegeDomains: config.collegeEmailDomains,
		});
	} finally {
		await connection.close();
		await database.close();
	}
}

async function restoreAccount(
	{ identifier, address }: RestoreRequest,
	db: Db,
	{ url, collegeDomains }: { url: string; collegeDomains: readonly string[] },
): Promise<void> {
	const user = await findAccount(db, identifier);
	if (!user) throw new Error(`No account is known by "${identifier}".`);
	const { addTask, stop: close } = await openJobQueue(url, pino({ level: 'silent' }));
	try {
		const email = await db.transaction(async (tx) => {
			const mailAddress = await restoreAccess(
				{ db: tx, addTask, collegeDomains },
				user.id,
				address,
			);
			await logAudit(tx, OPERATOR, {
				action: 'USER_LET_IN',
				target: `user ${user.id}`,
				details: 'npm run user:let-in',
			});
			return mailAddress;
		});
		printLine(`Account ${user.id}: a link to set a password goes to ${email}.`);
		printLine(`It works once, within ${RECOVERY_LIMITS.resetMinutes} minutes of being mailed.`);
		printLine(
			'Until then nothing opens the account: all devices are signed out, the password is gone.',
		);
	} finally {
		await close();
	}
}

function parseArguments(args: readonly string[]): RestoreRequest {
	const [identifier, address, ...rest] = args;
	if (identifier === undefined || identifier.startsWith('-') || rest.length > 0)
		throw new Error(USAGE);
	if (address === undefined) return { identifier, address };
	const parsed = z.safeParse(email, address);
	if (!parsed.success) throw new Error(`"${address}" is no email address.\n${USAGE}`);
	return { identifier, address: parsed.data };
}

await main().catch((error: unknown) => exitWithError(reasonOf(error)));
