import { pino } from 'pino';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { localActor } from '#server/admin/administrators/commands.ts';
import { logAudit } from '#server/audit/log.ts';
import { readConfig } from '#server/config/config.ts';
import { findAccount, restoreAccess } from '#server/features/auth/address/commands.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { readArguments, readEmail } from '#tools/cli/arguments.ts';
import { withDatabase } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

/**
 * Restores access for a student whose identity was checked by support: one who has no email address for a link, or whose
 * address a thief has changed. Removes the password, ends all sessions and queues the mail with a link. The app sends the
 * mail, and may keep running meanwhile. With the link, the student sets a new password, which nobody else learns.
 * @param args the account's email address, phone number or id and, to replace its email address, a new one
 */
export async function run(args: readonly string[]): Promise<void> {
	const [identifier = '', address] = readArguments(args, {}, [1, 2]).positionals;
	/** The user's new email address; undefined to keep the present one. */
	const newEmail = address === undefined ? undefined : readEmail(address);
	const config = readConfig();
	const { collegeEmailDomains } = config;
	await withDatabase(config, async ({ db, databaseUrl }) => {
		const user = await findAccount(db, identifier);
		if (!user) throw new Error(`No account is known by "${identifier}".`);
		const { addTask, stop } = await openJobQueue(databaseUrl, pino({ level: 'silent' }));
		try {
			const linkRecipient = await db.transaction(async (tx) => {
				const deps = { db: tx, addTask, collegeDomains: collegeEmailDomains };
				const recipient = await restoreAccess(deps, user.id, newEmail);
				await logAudit(tx, localActor(null), {
					action: 'USER_LET_IN',
					target: `user ${user.id}`,
					details: 'npm run user:let-in',
				});
				return recipient;
			});
			printLine(`Account ${user.id}: a link to set a password goes to ${linkRecipient}.`);
			printLine(`It works once, within ${RECOVERY_LIMITS.resetMinutes} minutes of being mailed.`);
			printLine(
				'Until then nothing opens the account: all devices are signed out, the password is gone.',
			);
		} finally {
			await stop();
		}
	});
}
