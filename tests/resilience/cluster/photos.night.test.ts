import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sweepPhotos } from '#server/features/photos/jobs.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileName, photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { cloneDatabase, createEmptyDatabase } from '#tests/support/clone-database.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { openS3Server } from '#tests/support/s3-server.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { openArchive } from '#tools/backup/archive.ts';
import { createBackup, type DataStores } from '#tools/backup/create-archive.ts';
import { restoreBackup } from '#tools/backup/restore-archive.ts';

const HOUR_MS = 3_600_000;
const s3 = await openS3Server('photos', 'moved', 'seeded');
const DATABASE_URL = await cloneDatabase();
const shared = { DATABASE_URL, PHOTO_STORE: s3.address };
const [one, other] = [await openApp(shared), await openApp(shared)];

async function openBucket(bucket: string): Promise<PhotoStore> {
	const photoStore = s3.addressWith({ bucket });
	const store = await openPhotoStore({ photoStore, dataDir: '' });
	onTestFinished(() => store.close());
	return store;
}

async function bytesOf(store: PhotoStore, name: string): Promise<string | undefined> {
	const photo = await store.read(name);
	return photo && String(await buffer(photo.content));
}

describe('photos of two instances in one S3 bucket', () => {
	test('a photo uploaded to one instance can be posted through the other, and both instances serve the photo', async () => {
		const student = await one.student();
		const { name, bytes } = await jpeg();

		const uploadResponse = await one
			.as(student)
			.form('POST', '/item/photos', {}, [{ field: 'photo', name, bytes }]);
		const uploaded = JSON.stringify([uploadResponse.json().photo.url]);
		const postResponse = await other
			.as(student)
			.form('POST', '/item/add-item', { ...ITEM_FIELDS, uploaded });

		expect([uploadResponse.statusCode, postResponse.statusCode]).toEqual([201, 201]);
		const [address] = postResponse.json().item.imageUrl;
		const photoResponses = await Promise.all([one, other].map(({ app }) => app.inject(address)));
		for (const { statusCode, headers, rawPayload } of photoResponses) {
			expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
			expect(headers['content-length']).toBe(String(rawPayload.length));
			expect(rawPayload.subarray(8, 12).toString()).toBe('WEBP');
		}
	});

	test('a HEAD request and a request with a known ETag do not fetch the photo from the bucket', async () => {
		const { hashes } = await one.item(await one.student());
		const url = `/photos/${photoFileName(hashes[0] ?? '', 640)}`;
		const read = vi.spyOn(one.store, 'read');
		const find = vi.spyOn(one.store, 'find');
		onTestFinished(() => {
			for (const spy of [read, find]) spy.mockRestore();
		});

		const response = await one.app.inject({ method: 'HEAD', url });
		const secondResponse = await one.app.inject({
			url,
			headers: { 'if-none-match': String(response.headers.etag) },
		});

		expect([response.statusCode, response.headers['content-length']]).toEqual([200, '68']);
		expect([secondResponse.statusCode, secondResponse.headers['cache-control']]).toEqual([
			304,
			'public, max-age=31536000, immutable',
		]);
		expect([read.mock.calls.length, find.mock.calls.length]).toEqual([0, 1]);
	});

	test('the cleanup deletes only those photos from the bucket that no row refers to', async () => {
		const { hashes } = await one.item(await one.student());
		const stray = photoFileName('e'.repeat(64), 320);
		await one.store.put(stray, Buffer.from('who am I?'));
		const sweep = (hours: number) =>
			sweepPhotos({
				db: other.db,
				store: other.store,
				log: { info: () => undefined, warn: () => undefined },
				now: new Date(Date.now() + hours * HOUR_MS),
			});

		await sweep(23);
		expect(await one.store.find(stray)).toBeDefined();
		await sweep(25);

		expect(await one.store.find(stray)).toBeUndefined();
		for (const name of hashes.flatMap(photoFileNames)) {
			expect(await one.store.find(name)).toBeDefined();
		}
	});
});

describe('an S3 bucket for photos', () => {
	async function createDataFolder(): Promise<string> {
		const folder = await mkdtemp(join(tmpdir(), 'market-moved-'));
		onTestFinished(() => rm(folder, { recursive: true, force: true }));
		return folder;
	}
	async function run(args: string[], environment: Record<string, string>) {
		const running = startScript('tools/cli/main.ts', args, environment);
		expect(await running.ended, running.errors()).toBe(0);
	}

	/**
	 * Backs up a server and restores the backup into a new data folder.
	 * @returns the photo store on that folder's disk
	 */
	async function copyOf(source: DataStores): Promise<PhotoStore> {
		const dataDir = await createDataFolder();
		const path = join(dataDir, 'market.zip');
		const store = createDiskPhotoStore(join(dataDir, 'photos'));
		await createBackup(path, source, () => undefined);
		const archive = await openArchive(path);
		await restoreBackup(
			archive,
			{ databaseUrl: await createEmptyDatabase(), store, dataDir },
			() => undefined,
		).finally(() => archive.close());
		return store;
	}

	test('an S3 bucket gets the photos of a disk through backup and restore, and gives them to a disk again', async () => {
		const old = await openApp();
		const { hashes } = await old.item(await old.student(), { photoCount: 2 });
		const names = hashes.flatMap(photoFileNames);
		const dataDir = await createDataFolder();
		const path = join(dataDir, 'market.zip');
		const PHOTO_STORE = s3.addressWith({ bucket: 'moved' });
		const databaseUrl = await createEmptyDatabase();

		const source = { databaseUrl: old.url, store: old.store, dataDir: old.dataDir };
		await createBackup(path, source, () => undefined);
		await run(['restore', path], {
			DATABASE_URL: databaseUrl,
			DATA_DIR: dataDir,
			PHOTO_STORE,
		});

		const bucket = await openBucket('moved');
		const disk = await copyOf({ databaseUrl, store: bucket, dataDir });
		for (const name of names) {
			const bytes = await bytesOf(old.store, name);
			expect(bytes).toBeDefined();
			expect([await bytesOf(bucket, name), await bytesOf(disk, name)]).toEqual([bytes, bytes]);
		}
	});

	test('an S3 bucket stores the photos of a seeded database', async () => {
		const url = await cloneDatabase();
		const PHOTO_STORE = s3.addressWith({ bucket: 'seeded' });

		await run(['seed', '--items', '50'], {
			DATABASE_URL: url,
			PHOTO_STORE,
			DATA_DIR: await createDataFolder(),
		});

		const bucket = await openBucket('seeded');
		const known = await query<{ hash: string }>(url, 'select hash from photos');
		expect(known.length).toBeGreaterThan(0);
		for (const name of known.flatMap(({ hash }) => photoFileNames(hash))) {
			expect(await bucket.find(name)).toBeDefined();
		}
	});
});
