import { describe, expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import { verifyAuditLog, verifyBatch } from './log.ts';

/** The error found in a log; undefined if the log is intact. */
async function findError(url: string, expected?: { id: number; hash: string }) {
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	return (await verifyAuditLog(db, expected)).error;
}

/** A database with this many audit entries. */
async function createLog(entries: number): Promise<string> {
	const url = await cloneDatabase();
	await addEntries(url, entries);
	return url;
}

const addEntries = (url: string, entries: number) =>
	query(
		url,
		`insert into audit_log (action, target, severity, ip_address, details)
		select 'ITEM_BANNED', 'item ' || number, 'HIGH', '10.1.2.3', '' from generate_series(1, $1::int) as number`,
		[entries],
	);

/** Changes the log as an attacker with full access to the database. */
async function bypassTriggers(url: string, ...statements: string[]): Promise<void> {
	const script = ['set session_replication_role = replica', ...statements].join(';');
	await query(url, script);
}

async function findNewest(url: string): Promise<{ id: number; hash: string }> {
	const newest = `select id::int, encode(hash, 'hex') as hash from audit_log order by id desc limit 1`;
	const [row] = await query<{ id: number; hash: string }>(url, newest);
	if (!row) throw new Error('The log is empty.');
	return row;
}

/** Recomputes all hashes, so that the chain is valid again. */
const REHASH_ALL = `do $$
	declare entry audit_log; before bytea := '';
	begin
		for entry in select * from audit_log order by id loop
			update audit_log set previous_hash = before, hash = audit_hash(before, entry) where id = entry.id
				returning hash into before;
		end loop;
		update audit_head set hash = before;
	end $$`;

test('an unchanged audit log is intact and still contains an entry that was noted earlier', async () => {
	const url = await createLog(2);
	const expected = await findNewest(url);
	await addEntries(url, 2);

	expect(await findError(url, expected)).toBeUndefined();
});

describe('verification of the audit log', () => {
	test.each([
		[
			'changed details of an entry',
			[`update audit_log set details = 'nothing' where id = 3`],
			'Entry 3 is not as it was written.',
		],
		[
			'a changed report of an entry',
			[`update audit_log set report = 'report 3' where id = 3`],
			'Entry 3 is not as it was written.',
		],
		[
			'a changed time of an entry',
			[`update audit_log set at = at + interval '1 microsecond' where id = 1`],
			'Entry 1 is not as it was written.',
		],
		[
			'changed details with a recomputed hash',
			[
				`update audit_log set details = 'nothing' where id = 3`,
				'update audit_log set hash = audit_hash(previous_hash, audit_log) where id = 3',
			],
			'Entry 4 is not linked to entry 3, which was changed or replaced.',
		],
		['a removed entry', ['delete from audit_log where id = 3'], 'Entry 3 is missing.'],
		['a removed first entry', ['delete from audit_log where id = 1'], 'Entry 1 is missing.'],
		[
			'a removed newest entry',
			['delete from audit_log where id = 6'],
			'The newest entry, 6, is missing.',
		],
		[
			'several removed newest entries',
			['delete from audit_log where id > 3'],
			'The newest entries, 4 to 6, are missing.',
		],
		[
			'a log with all entries removed',
			['delete from audit_log'],
			'The newest entries, 1 to 6, are missing.',
		],
		[
			'a removed entry with the rest renumbered',
			[
				'delete from audit_log where id = 3',
				'update audit_log set id = -id where id > 3',
				'update audit_log set id = -id - 1 where id < 0',
			],
			'Entry 3 is not as it was written.',
		],
		[
			'two swapped entries',
			[
				'update audit_log set id = 0 where id = 2',
				'update audit_log set id = 2 where id = 3',
				'update audit_log set id = 3 where id = 0',
			],
			'Entry 2 is not as it was written.',
		],
		[
			'an entry added at the end',
			[
				`insert into audit_log select 7, at, admin_id, action, target, severity, ip_address, 'forged', hash, ''
				from audit_log where id = 6`,
				'update audit_log set hash = audit_hash(previous_hash, audit_log) where id = 7',
			],
			'Entry 7 is the newest, but entry 6 is recorded as the newest.',
		],
		[
			'a removed record of the newest entry',
			['delete from audit_head'],
			'The record of the newest entry is missing.',
		],
	])('finds %s', async (_, statements, error) => {
		const url = await createLog(6);
		await bypassTriggers(url, ...statements);

		expect(await findError(url)).toBe(error);
	});

	test('finds a completely rewritten log by comparing it with an entry that was noted earlier', async () => {
		const url = await createLog(6);
		const expected = await findNewest(url);
		await bypassTriggers(url, `update audit_log set details = 'nothing' where id = 2`, REHASH_ALL);

		expect(await findError(url)).toBeUndefined();
		expect(await findError(url, expected)).toBe(
			'Entry 6 differs from the entry that you noted: the log was rewritten.',
		);
	});

	test('finds a log started again from scratch by comparing it with an entry that was noted earlier', async () => {
		const expected = await findNewest(await createLog(6));

		expect(await findError(await createLog(2), expected)).toBe(
			'Entry 6, which you noted, does not exist.',
		);
	});
});

test('an audit log is verified in batches, and each batch starts after the last entry of the previous batch', async () => {
	const url = await createLog(5);
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	await bypassTriggers(url, 'delete from audit_log where id = 4');

	const first = await verifyBatch(db, { id: 0, hash: '' }, 3);
	const second = first.last && (await verifyBatch(db, first.last, 3));

	expect(first).toMatchObject({ last: { id: 3 }, error: undefined });
	expect(second).toMatchObject({ last: { id: 5 }, error: { id: 4, kind: 'missing' } });
});
