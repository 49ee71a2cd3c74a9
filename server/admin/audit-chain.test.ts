import { describe, expect, test } from 'vitest';
import { logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';

const t = await openApp();
const { id: adminId } = await t.admin();

const addEntry = (db: Db, details: string) =>
	logAudit(
		db,
		{ adminId, ipAddress: '10.1.2.3' },
		{ action: 'ITEM_BANNED', target: 'item 7', details },
	);

/** Every entry joined with the one before it. */
const listChain = () =>
	query(
		t.url,
		`select id::int, details, coalesce(lag(id) over (order by id), 0)::int + 1 as "expectedId",
			previous_hash = coalesce(lag(hash) over (order by id), '') and hash = audit_hash(previous_hash, audit_log)
				as "isChained"
		from audit_log order by id`,
	);

const findHead = () => query(t.url, 'select last_id::int as id, hash from audit_head');
const findNewest = () =>
	query(t.url, 'select id::int, hash from audit_log order by id desc limit 1');

describe('hash chain of the audit log', () => {
	test('entries added concurrently are numbered without gaps and chained', async () => {
		const texts = Array.from({ length: 20 }, (_, index) => `at once ${index}`);

		await Promise.all(texts.map((text) => t.db.transaction((tx) => addEntry(tx, text))));

		const rows = await listChain();
		expect(rows.map(({ id }) => id)).toEqual(rows.map(({ expectedId }) => expectedId));
		expect(rows.every(({ isChained }) => isChained)).toBe(true);
		expect(rows.map(({ details }) => details)).toEqual(expect.arrayContaining(texts));
		expect(await findHead()).toEqual(await findNewest());
	});

	test('entries added in one call keep their order', async () => {
		const entries = ['first', 'second', 'third'].map((details) => ({
			action: 'ITEM_BANNED' as const,
			target: 'item 7',
			details,
		}));

		await logAudit(t.db, { adminId, ipAddress: '10.1.2.3' }, ...entries);

		const rows = await listChain();
		expect(rows.slice(-3).map(({ details }) => details)).toEqual(['first', 'second', 'third']);
		expect(rows.every(({ isChained }) => isChained)).toBe(true);
	});

	test('entries are rolled back with their transaction and leave no gap in the numbers', async () => {
		const rolledBack = t.db.transaction(async (tx) => {
			await addEntry(tx, 'undone');
			throw new Error('no');
		});
		await expect(rolledBack).rejects.toThrow('no');

		await addEntry(t.db, 'done');

		const rows = await listChain();
		expect(rows.map(({ details }) => details)).not.toContain('undone');
		expect(rows.map(({ id }) => id)).toEqual(rows.map(({ expectedId }) => expectedId));
	});

	test('an entry without a report has the same hash as before the report column was added', async () => {
		const [row] = await query(
			t.url,
			`insert into audit_log (action, target, severity, ip_address, details, report)
			values ('ITEM_BANNED', 'item 7', 'HIGH', '10.1.2.3', 'old', null)
			returning hash = sha256(previous_hash || convert_to(json_build_array(
				id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), admin_id, action, target, severity,
				ip_address, details
			)::text, 'UTF8')) as "isSame"`,
		);

		expect(row).toEqual({ isSame: true });
	});

	test('the database sets the number and the hash of an entry and ignores values in the insert statement', async () => {
		await t.db.execute(sql`
			insert into audit_log (id, action, target, severity, ip_address, details, previous_hash, hash)
			values (4000000, 'ITEM_BANNED', 'item 7', 'HIGH', '10.1.2.3', 'forged', 'x', 'y')`);

		const last = (await listChain()).at(-1);
		expect(last).toMatchObject({ details: 'forged', id: last?.expectedId, isChained: true });
	});
});

const CHANGES = [
	`update audit_log set details = 'nothing'`,
	'delete from audit_log',
	'truncate audit_log',
];
const BYPASSES = [
	'update audit_head set last_id = 0',
	'delete from audit_head',
	'alter table audit_log disable trigger all',
	'set session_replication_role = replica',
	'drop table audit_log',
];

test('the app’s database role is not allowed to change the audit log or to go around its protection', async () => {
	await addEntry(t.db, 'stays');
	const before = await listChain();

	for (const statement of [...CHANGES, ...BYPASSES])
		await expect(t.db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
			cause: { code: '42501' },
		});
	expect(await listChain()).toEqual(before);
});

test('even the owner of the database cannot change the audit log', async () => {
	await addEntry(t.db, 'stays');
	const before = await listChain();

	for (const statement of CHANGES)
		await expect(query(t.url, statement), statement).rejects.toThrow(
			'The audit log can only be added to.',
		);
	expect(await listChain()).toEqual(before);
});
