import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { openFolder } from '#tests/support/photo-files.ts';
import { diskPhotoStore, type PhotoStore } from './photo-store.ts';

const base = await openFolder();
const NAME = `${'ab'.repeat(32)}-320.webp`;
let folder: string;
let store: PhotoStore;
let count = 0;

beforeEach(() => {
	folder = join(base, String(count++));
	store = diskPhotoStore(folder);
});

const namesIn = async (some: PhotoStore) =>
	(await Array.fromAsync(some.list())).map(({ name }) => name);

describe('photos on disk', () => {
	test('come back as they were stored', async () => {
		await store.put(NAME, Buffer.from('a picture'));

		const found = await store.find(NAME);

		expect(found?.size).toBe(9);
		expect(found && String(await buffer(await found.read()))).toBe('a picture');
	});

	test('are not there before they are stored nor after they are removed', async () => {
		expect(await store.find(NAME)).toBeUndefined();
		await store.put(NAME, Buffer.from('a picture'));

		await store.remove(NAME);

		expect(await store.find(NAME)).toBeUndefined();
		await expect(store.remove(NAME)).resolves.toBeUndefined();
	});

	test('stored twice at once are one whole file, and nothing is left beside it', async () => {
		const big = Buffer.alloc(2_000_000, 'x');

		await Promise.all([store.put(NAME, big), store.put(NAME, big), store.put(NAME, big)]);

		expect((await store.find(NAME))?.size).toBe(big.length);
		expect(await namesIn(store)).toEqual([NAME]);
	});

	test('stored again are new again', async () => {
		await store.put(NAME, Buffer.from('a picture'));
		const [first] = await Array.fromAsync(store.list());

		await store.put(NAME, Buffer.from('a picture'));

		const [second] = await Array.fromAsync(store.list());
		expect(second?.modifiedAt.getTime()).toBeGreaterThanOrEqual(first?.modifiedAt.getTime() ?? 0);
	});

	test('are spread over folders by their first letters', async () => {
		await store.put(NAME, Buffer.from('one'));
		await store.put(`${'cd'.repeat(32)}-320.webp`, Buffer.from('two'));

		expect((await readdir(folder)).sort()).toEqual(['ab', 'cd', 'un']);
	});

	test('what an interrupted write left behind is listed and can be removed', async () => {
		await store.put(NAME, Buffer.from('a picture'));
		await writeFile(join(folder, 'un', 'unfinished-1'), 'half a pic');
		expect((await namesIn(store)).sort()).toEqual([NAME, 'unfinished-1']);

		await store.remove('unfinished-1');

		expect(await namesIn(store)).toEqual([NAME]);
	});

	test('an empty place lists nothing', async () => {
		expect(await namesIn(store)).toEqual([]);
	});
});
