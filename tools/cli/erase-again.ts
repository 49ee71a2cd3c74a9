import { createInterface } from 'node:readline';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { readConfig } from '#server/config/config.ts';
import { openPool } from '#server/db/client.ts';
import { eraseRestored } from '#server/features/accounts/privacy/erasure.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';

const USAGE = 'Usage: npm run erase:again < LOG';

/** A log line that reports an erased account. */
const erasureLogLine = z.object({
	msg: z.literal('account erased'),
	userId: z.int(),
	time: z.pipe(
		z.int(),
		z.transform((time) => new Date(time)),
	),
});
type Erasure = z.infer<typeof erasureLogLine>;

/**
 * Erases accounts again that a restored backup brought back: those that the log on standard input reports as erased.
 */
async function main(): Promise<void> {
	if (process.stdin.isTTY || process.argv.length > 2) throw new Error(USAGE);
	const erasures = await readErasures();
	const database = await openDatabase(readConfig(), printLine);
	const connection = openPool(database.url, () => undefined);
	const queue = await openJobQueue(database.url, pino({ level: 'silent' }));
	const deps = { db: connection.db, addTask: queue.addTask };
	try {
		let count = 0;
		for (const { userId, time } of erasures) {
			if (await eraseRestored(deps, userId, time)) count += 1;
		}
		printLine(`Accounts in the log that were erased: ${erasures.length}. Erased again: ${count}.`);
	} finally {
		await queue.stop();
		await connection.close();
		await database.close();
	}
}

/** Other lines on standard input are skipped. */
async function readErasures(): Promise<Erasure[]> {
	const erasures: Erasure[] = [];
	for await (const line of createInterface({ input: process.stdin })) {
		const parsed = z.safeParse(erasureLogLine, parseJson(line));
		if (parsed.success) erasures.push(parsed.data);
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

await main().catch((error: unknown) => exitWithError(reasonOf(error)));
