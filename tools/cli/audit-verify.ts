import { parseArgs } from 'node:util';
import type { AuditLink } from '#server/audit/chain-queries.ts';
import { verifyAuditLog } from '#server/audit/verify.ts';
import { readConfig } from '#server/config/config.ts';
import { openPool } from '#server/db/client.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';

const USAGE = 'Usage: npm run audit:verify -- [--expect NUMBER:HASH]';

/** Checks that the audit log is unchanged, while the app runs; exits with 1 when it is not. */
async function main(): Promise<void> {
	const expected = parseExpectedLink(process.argv.slice(2));
	const database = await openDatabase(readConfig(), printLine);
	const connection = openPool(database.url, () => undefined);
	try {
		const { newest, error } = await verifyAuditLog(connection.db, expected);
		if (error) throw new Error(`The audit log is not whole. ${error}`);
		printVerified(newest);
	} finally {
		await connection.close();
		await database.close();
	}
}

function printVerified({ id, hash }: AuditLink): void {
	if (id === 0) {
		printLine('The audit log is whole: it has no entries yet.');
		return;
	}
	printLine(`The audit log is whole: ${id} ${id === 1 ? 'entry' : 'entries'}.`);
	printLine(`Newest: ${id}:${hash}`);
	printLine(
		'Keep that line elsewhere; with --expect, a later check finds out whether the log was written anew.',
	);
}

function parseExpectedLink(args: readonly string[]): AuditLink | undefined {
	try {
		const { values } = parseArgs({ args: [...args], options: { expect: { type: 'string' } } });
		if (values.expect === undefined) return undefined;
		const [, id, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(values.expect) ?? [];
		if (id && hash) return { id: Number(id), hash: hash.toLowerCase() };
	} catch {
		// An unknown option is reported like any other wrong argument.
	}
	throw new Error(USAGE);
}

await main().catch((error: unknown) => exitWithError(reasonOf(error)));
