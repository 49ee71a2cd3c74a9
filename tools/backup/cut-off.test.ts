import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { LOCKS } from '#server/db/locks.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { untilSomeoneWaits } from '#tests/support/lock-waits.ts';
import { query } from '#tests/support/query.ts';
import { openArchive } from './archive.ts';
import { takeBackup } from './create-archive.ts';
import { ENTRIES } from './manifest.ts';

const quiet = () => undefined;
const t = await openApp();
const folder = await mkdtemp(join(tmpdir(), 'market-cut-off-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const market = { databaseUrl: t.url, store: t.store, dataDir: t.dataDir };
const item = await t.item(await t.student(), { photoCount: 1 });

/** As a restart of PostgreSQL does to every line; done once it is. */
function cutOff(whose: string): Promise<unknown> {
	const ours = `datname = current_database() and ${whose}`;
	return query(
		t.url,
		`select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${ours}`,
	);
}

test('a backup whose database goes while a table is saved ends with a line, and leaves nothing', async () => {
	const holder = new pg.Client({ connectionString: t.url });
	await holder.connect();
	onTestFinished(() => holder.end());
	await holder.query('begin');
	await holder.query('lock table audit_log');

	const backup = takeBackup(join(folder, 'table.zip'), market, quiet);
	const failed = backup.catch((error: unknown) => error);
	await untilSomeoneWaits(t.url);
	await cutOff(`wait_event_type = 'Lock'`);

	expect(await failed).toMatchObject({
		message: 'terminating connection due to administrator command',
	});
	expect(await readdir(folder)).toEqual([]);
});

test('a backup whose database goes while photos are saved, when all else has been, is whole', async () => {
	const path = join(folder, 'photos.zip');
	const store: PhotoStore = {
		...t.store,
		async read(name) {
			await cutOff(
				`pid in (select pid from pg_locks where locktype = 'advisory' and objid = ${LOCKS.photoFiles})`,
			);
			return t.store.read(name);
		},
	};

	const { missingPhotos } = await takeBackup(path, { ...market, store }, quiet);

	const archive = await openArchive(path);
	archive.close();
	expect(missingPhotos).toBe(0);
	expect(archive.names).toEqual(
		expect.arrayContaining(item.hashes.flatMap(photoFileNames).map(ENTRIES.photo)),
	);
});
