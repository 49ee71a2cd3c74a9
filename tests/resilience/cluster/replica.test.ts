import { expect, test, vi } from 'vitest';
import { AppError } from '#server/lib/app-error.ts';
import { openCopiedDatabase, openReader } from '#tests/support/copied-database.ts';
import { describeWith, openWith } from '#tests/support/debian-programs.ts';
import { query } from '#tests/support/query.ts';

const PROGRAMS = ['pg_basebackup'];
const WAIT = { timeout: 60_000, interval: 10 };
const LOST = 'the copy of the database is not read';
const FOUND = 'the copy of the database is read again';

const database = await openWith(PROGRAMS, openCopiedDatabase);
const write = () => query(database.url, 'update settings set maintenance_mode = maintenance_mode');

describeWith(PROGRAMS, 'a copy of the database', () => {
	test('is read, but never before it has received the write', async () => {
		const reader = await openReader(database);
		const before = await reader.where();
		await database.hold();
		await write();

		const told = reader.afterWrite();
		const meanwhile = await reader.where();
		await told;
		const held = await reader.where();
		await database.letGo();

		expect([before, meanwhile, held]).toEqual(['the copy', 'the database', 'the database']);
		await reader.readsAt('the copy');
		expect(reader.lines).toEqual([]);
	});

	test('that fails a query is no worse than no replica', async () => {
		const reader = await openReader(database);

		const read = reader.readFromReplica(async (db) => {
			if ((await reader.ask(db)) === 'the copy') throw new AppError('not_found', 'Not here.');
			return 'the database';
		});

		expect(await read).toBe('the database');
		expect(reader.lines).toEqual([]);
	});

	test('that lags too far is not read until it has caught up, and the status says so', async () => {
		const reader = await openReader(database, 300);
		await database.hold();
		await write();

		// One read at the primary proves nothing: a replica that is slow for a moment is skipped too.
		const trouble = await vi.waitUntil(() => reader.replicaStatus()?.failureReason, WAIT);
		const held = await reader.where();
		await database.letGo();
		await reader.readsAt('the copy');

		expect(held).toBe('the database');
		expect(trouble).toMatch(/^it is \d+ s behind$/);
		expect(reader.lines).toEqual([LOST, FOUND]);
	});

	test('serves while the database is down, and the database serves while the replica is down', async () => {
		const reader = await openReader(database);

		await reader.line.cut();
		const served = await Promise.all(Array.from({ length: 20 }, reader.where));
		await vi.waitUntil(() => !reader.pulse.isUp(), WAIT);
		const away = await reader.where();
		await reader.line.mend();
		await vi.waitUntil(reader.pulse.isUp, WAIT);
		await database.standby.stop();
		const alone = await Promise.all(Array.from({ length: 20 }, reader.where));
		await vi.waitUntil(() => reader.lines.includes(LOST), WAIT);
		await database.standby.start();
		await reader.readsAt('the copy');

		expect(new Set([...served, away])).toEqual(new Set(['the copy']));
		expect(new Set(alone)).toEqual(new Set(['the database']));
		expect(reader.lines.filter((line) => [LOST, FOUND].includes(line))).toEqual([LOST, FOUND]);
	});

	test('is waited for when the database is down too, until one of both is back', async () => {
		const reader = await openReader(database);
		await reader.line.cut();
		await database.standby.stop();
		await vi.waitUntil(() => !reader.pulse.isUp() && reader.replicaStatus()?.failureReason, WAIT);

		const asked = reader.where();
		await reader.line.mend();

		expect(await asked).toBe('the database');
		await database.standby.start();
		await reader.readsAt('the copy');
	});

	test('that was promoted to a primary is not read any more', async () => {
		const reader = await openReader(database);

		await query(database.copyUrl, 'select pg_promote()');
		await reader.readsAt('the database');

		await vi.waitUntil(() => reader.replicaStatus()?.failureReason !== undefined, WAIT);
		expect(reader.replicaStatus()?.failureReason).toBe(
			'it is no copy any longer: it takes writes of its own',
		);
	});
});
