import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';

const t = await openApp();
const { id: adminId } = await t.admin();

const note = (db: Db, details: string) =>
	record(
		db,
		{ adminId, ipAddress: '10.1.2.3' },
		{ action: 'ITEM_BANNED', target: 'item 7', details },
	);

/** Every entry beside the one before it, as the database holds them. */
const chain = () =>
	query(
		t.url,
		`select id::int, details, coalesce(lag(id) over (order by id), 0)::int + 1 as "wantedId",
			previous_hash = coalesce(lag(hash) over (order by id), '') and hash = audit_hash(previous_hash, audit_log)
				as "isChained"
		from audit_log order by id`,
	);

const head = () => query(t.url, 'select last_id::int as id, hash from audit_head');
const newest = () => query(t.url, 'select id::int, hash from audit_log order by id desc limit 1');

describe('entries', () => {
	test('are numbered without a gap and chained, also when many are added at once', async () => {
		const words = Array.from({ length: 20 }, (_, place) => `at once ${place}`);

		await Promise.all(words.map((word) => t.db.transaction((tx) => note(tx, word))));

		const rows = await chain();
		expect(rows.map(({ id }) => id)).toEqual(rows.map(({ wantedId }) => wantedId));
		expect(rows.every(({ isChained }) => isChained)).toBe(true);
		expect(rows.map(({ details }) => details)).toEqual(expect.arrayContaining(words));
		expect(await head()).toEqual(await newest());
	});

	test('of one call stand in its order', async () => {
		const deeds = ['first', 'second', 'third'].map((details) => ({
			action: 'ITEM_BANNED' as const,
			target: 'item 7',
			details,
		}));

		await record(t.db, { adminId, ipAddress: '10.1.2.3' }, ...deeds);

		const rows = await chain();
		expect(rows.slice(-3).map(({ details }) => details)).toEqual(['first', 'second', 'third']);
		expect(rows.every(({ isChained }) => isChained)).toBe(true);
	});

	test('go with what is undone, and leave no gap', async () => {
		const undone = t.db.transaction(async (tx) => {
			await note(tx, 'undone');
			throw new Error('no');
		});
		await expect(undone).rejects.toThrow('no');

		await note(t.db, 'done');

		const rows = await chain();
		expect(rows.map(({ details }) => details)).not.toContain('undone');
		expect(rows.map(({ id }) => id)).toEqual(rows.map(({ wantedId }) => wantedId));
	});

	test('take neither a number nor a hash from whoever adds them', async () => {
		await t.db.execute(sql`
			insert into audit_log (id, action, target, severity, ip_address, details, previous_hash, hash)
			values (4000000, 'ITEM_BANNED', 'item 7', 'HIGH', '10.1.2.3', 'forged', 'x', 'y')`);

		const last = (await chain()).at(-1);
		expect(last).toMatchObject({ details: 'forged', id: last?.wantedId, isChained: true });
	});
});

const CHANGES = [
	`update audit_log set details = 'nothing'`,
	'delete from audit_log',
	'truncate audit_log',
];
const WAYS_ROUND = [
	'update audit_head set last_id = 0',
	'delete from audit_head',
	'alter table audit_log disable trigger all',
	'set session_replication_role = replica',
	'drop table audit_log',
];

describe('the application', () => {
	test.each([...CHANGES, ...WAYS_ROUND])('may not %s', async (statement) => {
		await note(t.db, 'stays');
		const before = await chain();

		const trying = t.db.execute(sql.raw(statement));

		await expect(trying).rejects.toMatchObject({ cause: { code: '42501' } });
		expect(await chain()).toEqual(before);
	});
});

describe('the owner of the database', () => {
	test.each(CHANGES)('is refused to %s as well', async (statement) => {
		await note(t.db, 'stays');
		const before = await chain();

		const trying = query(t.url, statement);

		await expect(trying).rejects.toThrow('The audit log can only be added to.');
		expect(await chain()).toEqual(before);
	});
});
