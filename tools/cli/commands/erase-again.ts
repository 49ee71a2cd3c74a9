import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { erasePersonalData } from '#server/app/account-lifecycle.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate/migrate.ts';
import { eraseRestored } from '#server/features/accounts/commands.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { readArguments, WrongArguments } from '#tools/cli/arguments.ts';
import { withDatabase } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

/** A log line that reports an erased account. */
const erasureLogLine = z.object({
	msg: z.literal('account erased'),
	userId: z.int(),
	time: z.pipe(
		z.int(),
		z.transform((time) => new Date(time)),
	),
});

/**
 * Erases the accounts again that a restored backup brought back, although the log on standard input reports them as
 * erased. Migrates the schema first: the backup may be from an earlier release.
 */
export async function run(args: readonly string[]): Promise<void> {
	readArguments(args, {});
	if (process.stdin.isTTY) throw new WrongArguments();
	const erasures = await readErasures();
	await withDatabase(readConfig(), async ({ db, databaseUrl }) => {
		await requireMarket(db);
		await migrate(databaseUrl);
		const { addTask, stop } = await openJobQueue(databaseUrl, pino({ level: 'silent' }));
		const deps = { db, addTask, erasePersonalData };
		try {
			let count = 0;
			for (const [userId, time] of erasures) {
				if (await eraseRestored(deps, userId, time)) count += 1;
			}
			printLine(`Accounts in the log that were erased: ${erasures.size}. Erased again: ${count}.`);
		} finally {
			await stop();
		}
	});
}

/**
 * Refuses a database without the app's tables. Migrating it would make it unusable for a restore, which needs an
 * empty one.
 * @throws Error when the database has no table of users
 */
async function requireMarket(db: Db): Promise<void> {
	const { rows } = await db.execute<{ exists: boolean }>(
		sql`select to_regclass('public.users') is not null as exists`,
	);
	if (rows[0]?.exists) return;
	throw new Error(
		'There is no market in this database. Restore the backup into it first, or set DATABASE_URL or DATA_DIR to those of the restored market.',
	);
}

/** The time of the last line about each erased account, by user id. Other lines on standard input are skipped. */
async function readErasures(): Promise<Map<number, Date>> {
	const erasures = new Map<number, Date>();
	for await (const line of createInterface({ input: process.stdin })) {
		const { success, data } = z.safeParse(erasureLogLine, parseJson(line));
		if (!success) continue;
		const { userId, time } = data;
		const earlier = erasures.get(userId);
		if (!earlier || time > earlier) erasures.set(userId, time);
	}
	return erasures;
}

function parseJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
