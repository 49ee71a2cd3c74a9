import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { LOCKS } from '#server/db/locks.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { query } from '#tests/support/query.ts';
import { openArchive } from './archive.ts';
import { createBackup } from './create-archive.ts';
import { ENTRY_NAMES } from './manifest.ts';

const ignoreProgress = () => undefined;
const t = await openApp();
const folder = await mkdtemp(join(tmpdir(), 'market-cut-off-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const stores = { databaseUrl: t.url, store: t.store, dataDir: t.dataDir };
const item = await t.item(await t.student(), { photoCount: 1 });

/** Ends connections as a restart of PostgreSQL does; resolves when they have ended. */
function terminateConnections(condition: string): Promise<unknown> {
	const filter = `datname = current_database() and ${condition}`;
	return query(
		t.url,
		`select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${filter}`,
	);
}

test('a backup that loses the database while it saves a table ends with a line, and leaves no file', async () => {
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
	expect(await readdir(folder)).toEqual([]);
});

test('a backup that loses the database while it saves photos, after all else, is complete', async () => {
	const path = join(folder, 'photos.zip');
	const store: PhotoStore = {
		...t.store,
		async read(name) {
			await terminateConnections(
				`pid in (select pid from pg_locks where locktype = 'advisory' and objid = ${LOCKS.photoFiles})`,
			);
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
