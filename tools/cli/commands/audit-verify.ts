import { type AuditLink, verifyAuditLog } from '#server/audit/log.ts';
import { readConfig } from '#server/config/config.ts';
import { readArguments, WrongArguments } from '#tools/cli/arguments.ts';
import { withDatabase } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

/** Checks, while the app runs, that the audit log is unchanged. @throws Error when it was changed */
export async function run(args: readonly string[]): Promise<void> {
	const { expect } = readArguments(args, { expect: { type: 'string' } }).values;
	const expected = expect === undefined ? undefined : readLink(expect);
	await withDatabase(readConfig(), async ({ db }) => {
		const { newest, error } = await verifyAuditLog(db, expected);
		if (error) throw new Error(`The audit log is not whole. ${error}`);
		printVerified(newest);
	});
}

/** @param text `NUMBER:HASH` of an entry, as an earlier check printed it */
function readLink(text: string): AuditLink {
	const [, id, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? [];
	if (!id || !hash) throw new WrongArguments();
	return { id: Number(id), hash: hash.toLowerCase() };
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
