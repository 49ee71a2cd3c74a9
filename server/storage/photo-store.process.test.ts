import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openS3Server } from '#tests/support/s3-server.ts';
import { createDiskPhotoStore } from './disk-photo-store.ts';
import { keyOf, type PhotoStore, parseS3Url } from './photo-store.ts';
import { photoFileName } from './photo-urls.ts';
import { createS3PhotoStore } from './s3-photo-store.ts';

const NAME = `${'ab'.repeat(32)}-320.webp`;
const base = await createTempFolder();
const s3 = await openS3Server('many-photos', 'photos');
let count = 0;

function openOnDisk(): PhotoStore {
	return createDiskPhotoStore(join(base, String(count++)));
}

/** One bucket for all tests, which remove their files. */
const inBucket = createS3PhotoStore(parseS3Url(s3.addressWith({ bucket: 'photos' })));
onCleanup(() => inBucket.close());

const namesIn = async (some: PhotoStore) =>
	(await Array.fromAsync(some.list())).map(({ name }) => name);

describe.each([
	['on disk', openOnDisk],
	['in an S3 store', () => inBucket],
])('photos %s', (_place, open) => {
	let store: PhotoStore;
	beforeEach(async () => {
		store = open();
		for (const name of await namesIn(store)) await store.remove(name);
	});

	test('are read with the stored content, and do not exist before they are stored or after they are removed', async () => {
		const readEverything = () =>
			Promise.all([store.find(NAME), store.read(NAME), store.readBuffer(NAME)]);
		expect(await readEverything()).toEqual([undefined, undefined, undefined]);
		await store.put(NAME, Buffer.from('a picture'));

		const [found, read, content] = await readEverything();

		expect([found?.size, read?.size]).toEqual([9, 9]);
		expect(read && String(await buffer(read.content))).toBe('a picture');
		expect(String(content)).toBe('a picture');
		await store.remove(NAME);
		expect(await readEverything()).toEqual([undefined, undefined, undefined]);
		await expect(store.remove(NAME)).resolves.toBeUndefined();
	});

	test('stored several times at once are one complete file, without temporary files', async () => {
		const big = Buffer.alloc(2_000_000, 'x');

		await Promise.all([store.put(NAME, big), store.put(NAME, big), store.put(NAME, big)]);

		expect((await store.find(NAME))?.size).toBe(big.length);
		expect(await namesIn(store)).toEqual([NAME]);
	});

	test('stored again get a newer modification time', async () => {
		await store.put(NAME, Buffer.from('a picture'));
		const [first] = await Array.fromAsync(store.list());
		// S3 states times in whole seconds.
		await setTimeout(1100);

		await store.put(NAME, Buffer.from('a picture'));

		const [second] = await Array.fromAsync(store.list());
		expect(second?.modifiedAt.getTime()).toBeGreaterThan(first?.modifiedAt.getTime() ?? Infinity);
	});

	test('can be replaced while many readers have not finished', async () => {
		await store.put(NAME, Buffer.alloc(2_000_000, 'x'));

		const reads = await Promise.all(Array.from({ length: 80 }, () => store.read(NAME)));

		await store.put(NAME, Buffer.from('smaller'));
		expect((await store.find(NAME))?.size).toBe(7);
		for (const read of reads) read?.content.destroy();
	});
});

describe('photo store on disk', () => {
	test('photos are in folders named by the first two characters; an interrupted write is listed and can be removed, foreign files are not listed', async () => {
		const folder = join(base, String(count++));
		const store = createDiskPhotoStore(folder);
		const other = `${'cd'.repeat(32)}-320.webp`;
		await store.put(NAME, Buffer.from('one'));
		await store.put(other, Buffer.from('two'));
		expect((await readdir(folder)).sort()).toEqual(['ab', 'cd', 'un']);
		for (const path of ['lost+found', '@eaDir', 'ab/@eaDir']) await mkdir(join(folder, path));
		for (const path of ['.DS_Store', 'ab/ab (1).webp', `cd/${NAME}`, 'un/under+way'])
			await writeFile(join(folder, path), 'not ours');
		await writeFile(join(folder, 'un', 'unfinished-1'), 'half a pic');
		expect((await namesIn(store)).sort()).toEqual([NAME, other, 'unfinished-1']);

		await store.remove('unfinished-1');

		expect((await namesIn(store)).sort()).toEqual([NAME, other]);
	});
});

describe('photo store in S3', () => {
	test('all photos are listed beyond one result page, and other files are not', async () => {
		const store = createS3PhotoStore(parseS3Url(s3.address));
		onCleanup(() => store.close());
		const names = Array.from({ length: 1503 }, (_, index) =>
			photoFileName(createHash('sha256').update(String(index)).digest('hex'), 320),
		);
		const otherKeys = ['notes.txt', 'no/notes.txt', 'backups/market.zip'];
		await s3.fill([...names.map(keyOf), ...otherKeys]);

		expect((await namesIn(store)).sort()).toEqual(names.sort());
	});
});
