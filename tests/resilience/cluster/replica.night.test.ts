import { expect, test, vi } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { query } from '#tests/support/query.ts';
import { openReader, openReplicatedDatabase } from '#tests/support/replicated-database.ts';

const PROGRAMS = ['pg_basebackup'];
const WAIT = { timeout: 60_000, interval: 10 };
const REPLICA_LOST = 'the copy of the database is not read';
const REPLICA_FOUND = 'the copy of the database is read again';

const database = await openWithPrograms(PROGRAMS, openReplicatedDatabase);
const write = () => query(database.url, 'update settings set maintenance_mode = maintenance_mode');

describeWithPrograms(PROGRAMS, 'reads from a database replica', () => {
	test('a replica is read only after it has received the last write of the instance', async () => {
		const reader = await openReader(database);
		const before = await reader.readSource();
		await database.pauseReplay();
		await write();

		const written = reader.afterWrite();
		const meanwhile = await reader.readSource();
		await written;
		const pausedSource = await reader.readSource();
		await database.resumeReplay();

		expect([before, meanwhile, pausedSource]).toEqual(['replica', 'primary', 'primary']);
		await reader.waitUntilReadFrom('replica');
		expect(reader.countOutdatedReads()).toBe(0);
		expect(reader.logMessages()).toEqual([]);
	});

	test('a read that fails on the replica is repeated on the primary', async () => {
		const reader = await openReader(database);

		const read = reader.readFromReplica(async (db) => {
			if ((await reader.servedBy(db)) === 'replica')
				throw new AppError('not_found', ITEM_ERRORS.notFound);
			return 'primary';
		});

		expect(await read).toBe('primary');
		expect(reader.logMessages()).toEqual([]);
	});

	test('a replica that lags too far is not read until it has caught up, and the status reports the lag', async () => {
		const reader = await openReader(database, 300);
		await database.pauseReplay();
		await write();

		// One read at the primary proves nothing: a replica that is slow for a moment is skipped too.
		const failureReason = await vi.waitUntil(() => reader.replicaStatus()?.failureReason, WAIT);
		const pausedSource = await reader.readSource();
		await database.resumeReplay();
		await reader.waitUntilReadFrom('replica');

		expect(pausedSource).toBe('primary');
		expect(failureReason).toMatch(/^it is \d+ s behind$/);
		expect(reader.logMessages()).toEqual([REPLICA_LOST, REPLICA_FOUND]);
	});

	test('the replica serves reads while the primary is down, and the primary serves reads while the replica is down', async () => {
		const reader = await openReader(database);

		await reader.flakyDatabase.disconnect();
		const sourcesWithoutPrimary = await Promise.all(Array.from({ length: 20 }, reader.readSource));
		await vi.waitUntil(() => !reader.healthMonitor.isUp(), WAIT);
		const sourceAfterDetection = await reader.readSource();
		await reader.flakyDatabase.reconnect();
		await vi.waitUntil(reader.healthMonitor.isUp, WAIT);
		await database.standby.stop();
		const sourcesWithoutReplica = await Promise.all(Array.from({ length: 20 }, reader.readSource));
		await vi.waitUntil(() => reader.logMessages().includes(REPLICA_LOST), WAIT);
		await database.standby.start();
		await reader.waitUntilReadFrom('replica');

		expect(new Set([...sourcesWithoutPrimary, sourceAfterDetection])).toEqual(new Set(['replica']));
		expect(new Set(sourcesWithoutReplica)).toEqual(new Set(['primary']));
		const replicaMessages = [REPLICA_LOST, REPLICA_FOUND];
		expect(reader.logMessages().filter((line) => replicaMessages.includes(line))).toEqual(
			replicaMessages,
		);
	});

	test('when primary and replica are down, a read waits until one of them is back', async () => {
		const reader = await openReader(database);
		await reader.flakyDatabase.disconnect();
		await database.standby.stop();
		await vi.waitUntil(
			() => !reader.healthMonitor.isUp() && reader.replicaStatus()?.failureReason,
			WAIT,
		);

		const pendingSource = reader.readSource();
		await reader.flakyDatabase.reconnect();

		expect(await pendingSource).toBe('primary');
		await database.standby.start();
		await reader.waitUntilReadFrom('replica');
	});

	test('a read that timed out on the primary is served by the replica, even if a connection to the replica breaks', async () => {
		const reader = await openReader(database);
		await database.pauseReplay();
		await write();
		await reader.afterWrite();
		reader.flakyDatabase.slow(5000);
		// `readSource` runs a statement that contains this text.
		reader.flakyReplica.breakOnStatement('as "isFromReplica"', false);

		const source = await reader.readSource();
		await database.resumeReplay();

		expect(source).toBe('replica');
		expect(reader.countOutdatedReads()).toBeGreaterThan(0);
		expect(reader.flakyReplica.hasBroken()).toBe(true);
	});

	test('a replica that was promoted to a primary is not read any more', async () => {
		const reader = await openReader(database);

		await query(database.replicaUrl, 'select pg_promote()');
		await reader.waitUntilReadFrom('primary');

		await vi.waitUntil(() => reader.replicaStatus()?.failureReason !== undefined, WAIT);
		expect(reader.replicaStatus()?.failureReason).toBe(
			'it is no copy any longer: it takes writes of its own',
		);
	});
});
