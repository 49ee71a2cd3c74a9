import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { eq, inArray, sql } from '#server/db/drizzle.ts';
import { itemPhotos } from '#server/db/schema/items.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { photos } from '#server/db/schema/photos.ts';
import { photoFileName, photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { storePhotos } from './commands.ts';
import { sweepPhotos } from './jobs.ts';
import type { PreparedPhoto } from './worker/process-photo.ts';

const t = await openApp();
const log = { info: vi.fn(), warn: vi.fn() };
const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const sweep = (now?: Date) => sweepPhotos({ db: t.db, store: t.store, log, now });

const isKnown = async (hash: string) =>
	(await t.db.select().from(photos).where(eq(photos.hash, hash))).length === 1;
const filesOf = async (hash: string) => {
	const files = await Promise.all(photoFileNames(hash).map((name) => t.store.find(name)));
	return files.filter(Boolean).length;
};
const ageByHours = (hash: string, hours: number) =>
	t.db
		.update(photos)
		.set({ createdAt: hoursFromNow(-hours) })
		.where(eq(photos.hash, hash));
const toPreparedPhoto = (hash: string): PreparedPhoto => ({
	hash,
	width: 1600,
	height: 1200,
	thumbhash: 'AAAA',
	sizes: ([1600, 640, 320] as const).map((width) => ({
		width,
		bytes: Buffer.from(`again ${width}`),
	})),
});

test('the photo sweep removes photos unused for an hour, pending for a day or of an item deleted 30 days ago, and keeps those in use, in several batches and among foreign folders', async () => {
	const seller = await t.student();
	const [recently, long] = [hoursFromNow(-29 * 24), hoursFromNow(-31 * 24)];
	const { hashes: ofRecent } = await t.item(seller, { photoCount: 3, deletedAt: recently });
	const { hashes: ofLong } = await t.item(seller, { photoCount: 2, deletedAt: long });
	const { id: itemId } = await t.item(seller);
	const [ownOfDeleted = '', shared = ''] = ofLong;
	await t.db.insert(itemPhotos).values({ itemId, position: 1, photoHash: shared });
	const picture = await t.photo();
	await t.student({ pictureHash: picture });
	const [pending, outdated] = [await t.photo(), await t.photo()];
	await t.db.insert(pendingPhotos).values([
		{ userId: seller.id, photoHash: pending, createdAt: hoursFromNow(-23.9) },
		{ userId: seller.id, photoHash: outdated, createdAt: hoursFromNow(-24.1) },
	]);
	const [fresh, unused] = [await t.photo(), await t.photo()];
	const kept = [...ofRecent, shared, picture, pending, fresh];
	const removed = [ownOfDeleted, outdated, unused];
	for (const hash of [...kept, ...removed]) await ageByHours(hash, 9999);
	await ageByHours(fresh, 0.9);
	await ageByHours(unused, 1.1);
	// More than one batch.
	const { rows: many } = await t.db.execute<{ hash: string }>(sql`
		insert into photos (hash, width, height, thumbhash, created_at)
		select md5(n::text) || md5(n::text), 1600, 1200, 'AAAA', now() - interval '2 hours'
		from generate_series(1, 230) n returning hash`);
	await mkdir(join(t.dataDir, 'photos', 'lost+found'));
	await mkdir(join(t.dataDir, 'photos', unused.slice(0, 2), '@eaDir'));

	await sweep();

	for (const hash of kept) expect([await isKnown(hash), await filesOf(hash)]).toEqual([true, 3]);
	for (const hash of removed)
		expect([await isKnown(hash), await filesOf(hash)]).toEqual([false, 0]);
	const batches = many.map(({ hash }) => hash);
	expect(await t.db.select().from(photos).where(inArray(photos.hash, batches))).toEqual([]);
});

test('the photo sweep removes unused photos even if the files cannot be listed', async () => {
	const hash = await t.photo();
	await ageByHours(hash, 2);
	const list = () => {
		throw new Error('the disk is broken');
	};

	await expect(sweepPhotos({ db: t.db, store: { ...t.store, list }, log })).rejects.toThrow(
		'the disk is broken',
	);

	expect([await isKnown(hash), await filesOf(hash)]).toEqual([false, 0]);
});

test('the photo sweep removes files without a row, and temporary files of interrupted writes, after a day', async () => {
	await t.item(await t.student());
	const stray = 'e'.repeat(64);
	await t.store.put(photoFileName(stray, 320), Buffer.from('who am I?'));
	await writeFile(join(t.dataDir, 'photos', 'un', 'unfinished-1'), 'half a pic');

	await sweep(hoursFromNow(23));
	expect(await filesOf(stray)).toBe(1);
	expect(await t.store.find('unfinished-1')).toBeDefined();

	await sweep(hoursFromNow(25));
	expect(await filesOf(stray)).toBe(0);
	expect(await isKnown(stray)).toBe(false);
	expect(await t.store.find('unfinished-1')).toBeUndefined();
});

test('the photo sweep keeps an unused photo for another hour after the same picture is posted again', async () => {
	const hash = await t.photo();
	await ageByHours(hash, 5);

	await storePhotos(t.db, t.store, [toPreparedPhoto(hash)]);
	await sweep();

	expect([await isKnown(hash), await filesOf(hash)]).toEqual([true, 3]);
});

test('a picture posted while a sweep removes it is stored again', async () => {
	const hash = await t.photo();
	await ageByHours(hash, 5);
	const { id } = await t.item(await t.student());
	const reached = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	const slowStore: typeof t.store = {
		...t.store,
		async remove(name) {
			reached.resolve();
			await released.promise;
			await t.store.remove(name);
		},
	};

	const sweeping = sweepPhotos({ db: t.db, store: slowStore, log });
	await reached.promise;
	const posting = storePhotos(t.db, t.store, [toPreparedPhoto(hash)]);
	await waitForBlockedSession(t.url);
	released.resolve();
	await Promise.all([sweeping, posting]);
	await t.db.insert(itemPhotos).values({ itemId: id, position: 1, photoHash: hash });

	expect([await isKnown(hash), await filesOf(hash)]).toEqual([true, 3]);
});

test('when the sweep fails to remove one file of a photo, a post of the same photo waits for the removal of the other files, and then stores all of them', async () => {
	const hash = await t.photo();
	await ageByHours(hash, 5);
	const [failing, held] = photoFileNames(hash);
	const released = Promise.withResolvers<void>();
	const brokenStore: typeof t.store = {
		...t.store,
		async remove(name) {
			if (name === failing) throw new Error('the disk is gone');
			if (name === held) await released.promise;
			await t.store.remove(name);
		},
	};

	const sweeping = expect(sweepPhotos({ db: t.db, store: brokenStore, log })).rejects.toThrow(
		'the disk is gone',
	);
	await vi.waitUntil(async () => (await filesOf(hash)) === 2, { timeout: 20_000 });
	const posting = storePhotos(t.db, t.store, [toPreparedPhoto(hash)]);
	await waitForBlockedSession(t.url);
	released.resolve();
	await Promise.all([sweeping, posting]);

	expect([await isKnown(hash), await filesOf(hash)]).toEqual([true, 3]);
});

test('the photo sweep skips a photo that a concurrent post has registered', async () => {
	const hash = await t.photo();
	await ageByHours(hash, 5);

	await t.db.transaction(async (tx) => {
		await tx.update(photos).set({ createdAt: sql`now()` }).where(eq(photos.hash, hash));
		await sweep();
	});

	expect([await isKnown(hash), await filesOf(hash)]).toEqual([true, 3]);
});

test('when the photo sweep fails to remove the files of a photo, the row stays and the next sweep removes both', async () => {
	const hash = await t.photo();
	await ageByHours(hash, 5);
	const brokenStore = { ...t.store, remove: () => Promise.reject(new Error('the disk is gone')) };

	await expect(sweepPhotos({ db: t.db, store: brokenStore, log })).rejects.toThrow(
		'the disk is gone',
	);
	expect(await isKnown(hash)).toBe(true);

	await sweep();
	expect([await isKnown(hash), await filesOf(hash)]).toEqual([false, 0]);
});

test('the photo sweep removes files without a row although it removes most known photos in the same night', async () => {
	const other = await openApp();
	const removed = [await other.photo(), await other.photo()];
	await other.item(await other.student());
	await other.db
		.update(photos)
		.set({ createdAt: hoursFromNow(-2) })
		.where(inArray(photos.hash, removed));
	const strays = ['a', 'b'].map((digit) => photoFileName(digit.repeat(64), 320));
	for (const name of strays) await other.store.put(name, Buffer.from('who am I?'));

	await sweepPhotos({ db: other.db, store: other.store, log, now: hoursFromNow(25) });

	const left = await Promise.all(strays.map((name) => other.store.find(name)));
	expect(left).toEqual([undefined, undefined]);
});

test('when most files are unknown to the database, the photo sweep keeps the unknown files and logs a warning', async () => {
	const other = await openApp();
	const later = hoursFromNow(48);
	const sweepOther = () => sweepPhotos({ db: other.db, store: other.store, log, now: later });
	const { hashes } = await other.item(await other.student(), { photoCount: 3 });
	await other.db.delete(itemPhotos);
	await other.db.delete(photos).where(sql`${photos.hash} <> ${hashes[0]}`);
	const isThere = async (hash = '') =>
		(await other.store.find(photoFileName(hash, 320))) !== undefined;

	await sweepOther();

	expect(await Promise.all(hashes.map(isThere))).toEqual([false, true, true]);
	expect(log.warn).toHaveBeenCalledTimes(1);
});
