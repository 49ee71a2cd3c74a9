import { describe, expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone.ts';
import { query } from '#tests/support/query.ts';
import { verifyBatch } from './chain-queries.ts';
import { verifyAuditLog } from './verify.ts';

/** What is wrong with a log; undefined where it is whole. */
async function findError(url: string, expected?: { id: number; hash: string }) {
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	return (await verifyAuditLog(db, expected)).error;
}

/** A market with so many entries in its log. */
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

/** As somebody does who has the whole database in their hands. */
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

/** Writes all hashes anew, so that the chain holds again. */
const REHASH_ALL = `do $$
	declare entry audit_log; before bytea := '';
	begin
		for entry in select * from audit_log order by id loop
			update audit_log set previous_hash = before, hash = audit_hash(before, entry) where id = entry.id
				returning hash into before;
		end loop;
		update audit_head set hash = before;
	end $$`;

test('a log as it was written is whole, and goes on having what was noted earlier', async () => {
	const url = await createLog(2);
	const expected = await findNewest(url);
	await addEntries(url, 2);

	expect(await findError(url, expected)).toBeUndefined();
});

describe('a change behind the market’s back is found:', () => {
	test.each([
		[
			'other words in an entry',
			[`update audit_log set details = 'nothing' where id = 3`],
			'Entry 3 is not as it was written.',
		],
		[
			'another time of an entry',
			[`update audit_log set at = at + interval '1 microsecond' where id = 1`],
			'Entry 1 is not as it was written.',
		],
		[
			'other words with a hash that goes with them',
			[
				`update audit_log set details = 'nothing' where id = 3`,
				'update audit_log set hash = audit_hash(previous_hash, audit_log) where id = 3',
			],
			'Entry 4 does not follow on entry 3: what was before it is not what is there now.',
		],
		['an entry taken out', ['delete from audit_log where id = 3'], 'Entry 3 is missing.'],
		['the first taken out', ['delete from audit_log where id = 1'], 'Entry 1 is missing.'],
		[
			'the newest taken out',
			['delete from audit_log where id = 6'],
			'The newest entry, 6, is missing.',
		],
		[
			'several of the newest taken out',
			['delete from audit_log where id > 3'],
			'The newest entries, 4 to 6, are missing.',
		],
		['all taken out', ['delete from audit_log'], 'The newest entries, 1 to 6, are missing.'],
		[
			'an entry taken out and the rest numbered anew',
			[
				'delete from audit_log where id = 3',
				'update audit_log set id = -id where id > 3',
				'update audit_log set id = -id - 1 where id < 0',
			],
			'Entry 3 is not as it was written.',
		],
		[
			'two that changed places',
			[
				'update audit_log set id = 0 where id = 2',
				'update audit_log set id = 2 where id = 3',
				'update audit_log set id = 3 where id = 0',
			],
			'Entry 2 is not as it was written.',
		],
		[
			'one put in at the end',
			[
				`insert into audit_log select 7, at, admin_id, action, target, severity, ip_address, 'forged', hash, ''
				from audit_log where id = 6`,
				'update audit_log set hash = audit_hash(previous_hash, audit_log) where id = 7',
			],
			'Entry 7 is not the newest that was noted, which is 6.',
		],
		[
			'the note of the newest',
			['delete from audit_head'],
			'What notes the newest entry is missing.',
		],
	])('%s', async (_, statements, error) => {
		const url = await createLog(6);
		await bypassTriggers(url, ...statements);

		expect(await findError(url)).toBe(error);
	});

	test('a log that was written anew as a whole, by an entry noted earlier', async () => {
		const url = await createLog(6);
		const expected = await findNewest(url);
		await bypassTriggers(url, `update audit_log set details = 'nothing' where id = 2`, REHASH_ALL);

		expect(await findError(url)).toBeUndefined();
		expect(await findError(url, expected)).toBe(
			'Entry 6 is not the one that you noted: the log was written anew.',
		);
	});

	test('a log that was begun anew, by an entry noted earlier', async () => {
		const expected = await findNewest(await createLog(6));

		expect(await findError(await createLog(2), expected)).toBe(
			'Entry 6, which you noted, is not there.',
		);
	});
});

test('a log is looked at in stretches, each going on from the end of the one before', async () => {
	const url = await createLog(5);
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	await bypassTriggers(url, 'delete from audit_log where id = 4');

	const first = await verifyBatch(db, { id: 0, hash: '' }, 3);
	const second = first.last && (await verifyBatch(db, first.last, 3));

	expect(first).toMatchObject({ last: { id: 3 }, error: undefined });
	expect(second).toMatchObject({ last: { id: 5 }, error: { id: 4, kind: 'missing' } });
});
