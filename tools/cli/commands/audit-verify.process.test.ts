import { expect, test } from 'vitest';
import { runCommand } from '#tests/support/cli-command.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { WrongArguments } from '#tools/cli/arguments.ts';
import { run } from './audit-verify.ts';

/** Runs the command in this process; its output is without the first line, which says which database is used. */
async function runHere(url: string, ...args: string[]) {
	const { output, error } = await runCommand(run, args, { DATABASE_URL: url });
	return { output: output.slice(1), error };
}

/** A database with this many audit entries. */
async function createAuditLog(entries: number): Promise<string> {
	const url = await cloneDatabase();
	await query(
		url,
		`insert into audit_log (action, target, severity, ip_address, details)
		select 'ITEM_BANNED', 'item ' || number, 'HIGH', '10.1.2.3', '' from generate_series(1, $1::int) as number`,
		[entries],
	);
	return url;
}

test('audit:verify confirms an unchanged audit log, and prints an entry that a later check can expect', async () => {
	const url = await createAuditLog(3);
	const [row] = await query(url, `select encode(hash, 'hex') as hash from audit_log where id = 3`);

	const command = startScript('tools/cli/main.ts', ['audit:verify'], { DATABASE_URL: url });
	expect(await command.ended, command.errors()).toBe(0);
	const output = command.output().trim().split('\n').slice(1);
	const newestEntry = output[1]?.split(' ')[1] ?? '';

	expect(output.slice(0, 2)).toEqual([
		'The audit log is whole: 3 entries.',
		`Newest: 3:${row?.hash}`,
	]);
	expect(await runHere(url, '--expect', newestEntry)).toEqual({ output, error: undefined });
});

test('audit:verify reports the missing entry of a changed audit log, and fails, and so do an expected entry without its hash and any other argument', async () => {
	const url = await createAuditLog(3);
	await query(url, 'set session_replication_role = replica; delete from audit_log where id = 2');

	expect(await runHere(url)).toEqual({
		output: [],
		error: new Error('The audit log is not whole. Entry 2 is missing.'),
	});
	for (const args of [['--expect', '12'], ['now']])
		expect((await runHere(url, ...args)).error).toBeInstanceOf(WrongArguments);
});
