import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { LOCKS } from '#server/db/locks.ts';
import { migrate, migrationNames } from '#server/db/migrate/migrate.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { createEmptyDatabase } from '#tests/support/clone-database.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { query } from '#tests/support/query.ts';
import { type Archive, openArchive } from './archive.ts';
import { createBackup } from './create-archive.ts';
import { ENTRY_NAMES } from './manifest.ts';
import { restoreBackup } from './restore-archive.ts';

const ignoreProgress = () => undefined;
const t = await openApp();
const folder = await mkdtemp(join(tmpdir(), 'market-cut-off-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const stores = { databaseUrl: t.url, store: t.store, dataDir: t.dataDir };
const seller = await t.student();
const item = await t.item(seller, { photoCount: 1 });
await writeFile(join(t.dataDir, 'jwt-secret'), 'a secret of this installation');

/** Ends connections as a restart of PostgreSQL does; resolves when they have ended. */
function terminateConnections(condition: string, url = t.url): Promise<unknown> {
	const filter = `datname = current_database() and ${condition}`;
	return query(
		url,
		`select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${filter}`,
	);
}

const HOLDS_PHOTO_LOCK = `pid in (select pid from pg_locks where locktype = 'advisory' and objid = ${LOCKS.photoFiles})`;

test('a backup that loses the database connection while it saves a table fails, and leaves no file', async () => {
	const holder = new pg.Client({ connectionString: t.url });
	await holder.connect();
	onTestFinished(() => holder.end());
	await holder.query('begin');
	await holder.query('lock table audit_log');

	const backup = createBackup(join(folder, 'table.zip'), stores, ignoreProgress);
	const backupError = backup.catch((error: unknown) => error);
	await waitForBlockedSession(t.url);
	await terminateConnections(`wait_event_type = 'Lock'`);

	expect(await backupError).toMatchObject({
		message: 'terminating connection due to administrator command',
	});
	expect((await readdir(folder)).filter((name) => name.startsWith('table'))).toEqual([]);
});

test('a backup that loses the database connection at its end, while it saves photos, is complete', async () => {
	const path = join(folder, 'photos.zip');
	const store: PhotoStore = {
		...t.store,
		async read(name) {
			await terminateConnections(HOLDS_PHOTO_LOCK);
			return t.store.read(name);
		},
	};

	const { missingPhotos } = await createBackup(path, { ...stores, store }, ignoreProgress);

	const archive = await openArchive(path);
	archive.close();
	expect(missingPhotos).toBe(0);
	expect(archive.names).toEqual(
		expect.arrayContaining(item.hashes.flatMap(photoFileNames).map(ENTRY_NAMES.photo)),
	);
});

test('a backup that loses the database connection while it saves photos, and then lacks some, fails and leaves no file', async () => {
	const path = join(folder, 'missing-photos.zip');
	const store: PhotoStore = {
		...t.store,
		async read() {
			await terminateConnections(HOLDS_PHOTO_LOCK);
			return undefined;
		},
	};

	await expect(createBackup(path, { ...stores, store }, ignoreProgress)).rejects.toThrow(
		'The database connection was lost while photos were copied, and 3 photo files are missing.',
	);

	await expect(stat(path)).rejects.toThrow('ENOENT');
	await expect(stat(`${path}.partial`)).rejects.toThrow('ENOENT');
});

async function openTarget() {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-restored-'));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
	const store = createDiskPhotoStore(join(dataDir, 'photos'));
	return { databaseUrl: await createEmptyDatabase(), store, dataDir };
}

const wholeBackup = join(folder, 'whole.zip');
await createBackup(wholeBackup, stores, ignoreProgress);

async function openBackup(): Promise<Archive> {
	const archive = await openArchive(wholeBackup);
	onTestFinished(() => archive.close());
	return archive;
}

describe('a restore that loses the database connection while it fills a table', () => {
	/** Wraps an archive so that all connections to the database end just before its items are read. */
	const withConnectionLoss = (archive: Archive, databaseUrl: string): Archive => ({
		...archive,
		async read(name) {
			if (name === ENTRY_NAMES.table('public', 'items')) {
				await terminateConnections('pid <> pg_backend_pid()', databaseUrl);
			}
			return archive.read(name);
		},
	});

	test('a restore interrupted in a table restores no row and no secret, and can be repeated', async () => {
		const archive = await openBackup();
		const target = await openTarget();
		const secretPath = join(target.dataDir, 'jwt-secret');

		const interrupted = restoreBackup(
			withConnectionLoss(archive, target.databaseUrl),
			target,
			ignoreProgress,
		);
		await expect(interrupted).rejects.toThrow(/terminat|not queryable/);
		expect(await query(target.databaseUrl, 'select id from users')).toEqual([]);
		await expect(stat(secretPath)).rejects.toThrow('ENOENT');

		await restoreBackup(archive, target, ignoreProgress);
		expect(await query(target.databaseUrl, 'select id from users')).toEqual([{ id: seller.id }]);
		expect(await query(target.databaseUrl, 'select id from items')).toEqual([{ id: item.id }]);
		expect(await readFile(secretPath, 'utf8')).toBe('a secret of this installation');
		expect((await stat(secretPath)).mode & 0o777).toBe(0o600);
		expect((await readdir(target.dataDir)).sort()).toEqual(['jwt-secret', 'photos']);
	});

	test('an interrupted restore cannot be repeated after the server was started and has its own secret', async () => {
		const archive = await openBackup();
		const target = await openTarget();
		const interrupted = restoreBackup(
			withConnectionLoss(archive, target.databaseUrl),
			target,
			ignoreProgress,
		);
		await expect(interrupted).rejects.toThrow(/terminat|not queryable/);
		await writeFile(join(target.dataDir, 'jwt-secret'), 'a newer secret');

		await expect(restoreBackup(archive, target, ignoreProgress)).rejects.toThrow(
			'There is a market in this place already.',
		);
		expect(await readFile(join(target.dataDir, 'jwt-secret'), 'utf8')).toBe('a newer secret');
	});

	test('an interrupted restore cannot be repeated with a backup whose schema is older than the tables', async () => {
		const [firstMigration = '', secondMigration = ''] = await migrationNames();
		const oldDatabaseUrl = await createEmptyDatabase();
		await migrate(oldDatabaseUrl, { through: firstMigration });
		const path = join(folder, 'earlier.zip');
		await createBackup(path, { ...stores, databaseUrl: oldDatabaseUrl }, ignoreProgress);
		const archive = await openArchive(path);
		onTestFinished(() => archive.close());
		const target = await openTarget();
		// The tables that the interrupted restore of a newer backup left.
		await migrate(target.databaseUrl, { through: secondMigration });

		await expect(restoreBackup(archive, target, ignoreProgress)).rejects.toThrow(
			'There is a market in this place already.',
		);
	});
});

describe('a restore whose database connection is lost during its commit', () => {
	async function interruptCommit(archive: Archive, isCommitted: boolean) {
		const target = await openTarget();
		const flaky = await openFlakyDatabase(target.databaseUrl);
		flaky.breakOnStatement('commit', isCommitted, 'disable trigger user');
		const interrupted = restoreBackup(
			archive,
			{ ...target, databaseUrl: flaky.url },
			ignoreProgress,
		);
		await expect(interrupted).rejects.toThrow(/terminat/);
		expect(flaky.hasBroken()).toBe(true);
		return { target, secretPath: join(target.dataDir, 'jwt-secret') };
	}

	test('a restore interrupted in its commit has restored the secrets when its rows were committed', async () => {
		const archive = await openBackup();

		const { target, secretPath } = await interruptCommit(archive, true);

		expect(await query(target.databaseUrl, 'select id from users')).toEqual([{ id: seller.id }]);
		expect(await readFile(secretPath, 'utf8')).toBe('a secret of this installation');
	});

	test('a restore interrupted in its commit can be repeated with the same backup when no row was committed', async () => {
		const archive = await openBackup();
		const { target, secretPath } = await interruptCommit(archive, false);
		const interruptedRows = await query(target.databaseUrl, 'select id from users');

		await restoreBackup(archive, target, ignoreProgress);

		expect(interruptedRows).toEqual([]);
		expect(await query(target.databaseUrl, 'select id from users')).toEqual([{ id: seller.id }]);
		expect(await readFile(secretPath, 'utf8')).toBe('a secret of this installation');
	});
});

test('a restore that loses the database connection after its commit succeeds, and says that the database is not analyzed yet', async () => {
	const archive = await openBackup();
	const target = await openTarget();
	const flaky = await openFlakyDatabase(target.databaseUrl);
	flaky.breakOnStatement('analyze', false);
	const lines: string[] = [];

	await restoreBackup(archive, { ...target, databaseUrl: flaky.url }, (line) => lines.push(line));

	expect(lines.at(-1)).toMatch(/^Everything is restored, but the database is not analyzed yet: ./);
	expect(await query(target.databaseUrl, 'select id from users')).toEqual([{ id: seller.id }]);
	expect(await readFile(join(target.dataDir, 'jwt-secret'), 'utf8')).toBe(
		'a secret of this installation',
	);
});
