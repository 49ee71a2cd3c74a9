import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { itemPhotos } from '#server/db/schema/items.ts';
import { sweepPhotos } from '#server/features/photos/jobs.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';
import { createBackup } from './create-archive.ts';

const t = await openApp();
const folder = await mkdtemp(join(tmpdir(), 'market-meanwhile-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a backup. Calls `duringCopy` when the first photo is about to be copied, and copies the photos after that. */
function createTestBackup(name: string, duringCopy: () => Promise<unknown>) {
	let duringCopyDone: Promise<unknown> | undefined;
	const store: PhotoStore = {
		...t.store,
		async read(file) {
			duringCopyDone ??= duringCopy();
			await duringCopyDone;
			return t.store.read(file);
		},
	};
	const stores = { databaseUrl: t.url, store, dataDir: t.dataDir };
	return createBackup(join(folder, name), stores, () => undefined);
}

const countFiles = async (hash: string) => {
	const files = await Promise.all(photoFileNames(hash).map((name) => t.store.find(name)));
	return files.filter(Boolean).length;
};

/** Runs the cleanup of files as if two hours had passed. */
const sweep = () =>
	sweepPhotos({
		db: t.db,
		store: t.store,
		now: new Date(Date.now() + 2 * 3_600_000),
		log: { info: () => undefined, warn: () => undefined },
	});

test('a table can be altered while a backup copies photos', async () => {
	await t.item(await t.student(), { photoCount: 1 });

	await createTestBackup('changed.zip', () =>
		query(t.url, `set lock_timeout = '1s'; alter table users add column nickname text`),
	);

	expect(await query(t.url, 'select nickname from users')).not.toEqual([]);
});

test('a photo that is removed from its item while a backup copies photos is in the backup, and deleted afterwards', async () => {
	const { id, hashes } = await t.item(await t.student(), { photoCount: 1 });
	const [hash = ''] = hashes;

	const { missingPhotos } = await createTestBackup('swept.zip', async () => {
		await t.db.delete(itemPhotos).where(eq(itemPhotos.itemId, id));
		await sweep();
	});
	const filesAfterFirstSweep = await countFiles(hash);
	await sweep();

	expect(missingPhotos).toBe(0);
	expect([filesAfterFirstSweep, await countFiles(hash)]).toEqual([3, 0]);
});
