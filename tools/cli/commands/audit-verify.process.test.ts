import { expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';

/** The exit code, the errors, and the output without its first line, which says which database is used. */
async function runAuditVerify(url: string, ...args: string[]) {
	const command = startScript('tools/cli/main.ts', ['audit:verify', ...args], {
		DATABASE_URL: url,
	});
	const code = await command.ended;
	return { code, output: command.output().trim().split('\n').slice(1), errors: command.errors() };
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

	const first = await runAuditVerify(url);
	const newestEntry = first.output[1]?.split(' ')[1] ?? '';
	const second = await runAuditVerify(url, '--expect', newestEntry);

	expect({ code: first.code, output: first.output.slice(0, 2), errors: first.errors }).toEqual({
		code: 0,
		output: ['The audit log is whole: 3 entries.', `Newest: 3:${row?.hash}`],
		errors: '',
	});
	expect(second).toEqual(first);
});

test('audit:verify reports the missing entry of a changed audit log, and fails', async () => {
	const url = await createAuditLog(3);
	await query(url, 'set session_replication_role = replica; delete from audit_log where id = 2');

	expect(await runAuditVerify(url)).toEqual({
		code: 1,
		output: [],
		errors: 'The audit log is not whole. Entry 2 is missing.\n',
	});
});

test.each([[['--expect', '12']], [['now']]])(
	'audit:verify refuses the arguments %j',
	async (args) => {
		const { code, errors } = await runAuditVerify(inject('databaseServer'), ...args);

		expect({ code, errors }).toEqual({
			code: 1,
			errors: 'Usage: npm run audit:verify -- [--expect NUMBER:HASH]\n',
		});
	},
);
