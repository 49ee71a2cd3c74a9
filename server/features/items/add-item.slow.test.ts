import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { damagedJpeg, jpeg, noiseJpegOfAtLeast } from '#tests/support/test-images.ts';
import { listItemsOfSeller } from './queries.ts';

const t = await openApp();
const MEGABYTE = 1024 ** 2;
const photo = { field: 'images', ...(await jpeg()) };
const zeros = (name: string, size: number) => ({
	field: 'images',
	name,
	bytes: Buffer.alloc(size),
});

const add = (who: Student | null, fields = {}, files: (typeof photo)[] = [photo]) =>
	t.as(who).form('POST', '/item/add-item', { ...ITEM_FIELDS, ...fields }, files);

describe('adding an item', () => {
	test('the new item is on sale, with its photos in the order in which they were sent', async () => {
		const seller = await t.student({ userName: 'Meera' });
		const second = { field: 'images', ...(await jpeg({ width: 600, height: 800 })) };

		const res = await add(seller, {}, [photo, second]);

		expect(res.statusCode).toBe(201);
		const { success, message, item } = res.json();
		expect({ success, message }).toEqual({ success: true, message: ITEM_MESSAGES.added });
		expect(item).toMatchObject({
			...ITEM_FIELDS,
			isAvailable: true,
			status: 'available',
			userId: seller.id,
			sellerId: seller.id,
			User: { userName: 'Meera' },
		});
		expect(
			item.photos.map(({ width, height }: { width: number; height: number }) => width / height),
		).toEqual([480 / 360, 600 / 800]);
		expect(item.imageUrl).toEqual(item.photos.map(({ url }: { url: string }) => url));
		const cover = await t.app.inject(item.imageUrl[0]);
		expect(cover.headers['content-type']).toBe('image/webp');
		const listed = (await t.as(null).get(`/items?limit=1`)).json().items[0];
		expect(item).toEqual({ ...listed, savedCount: 0, version: expect.any(String) });
	});

	test('an item is found and suggested for its title, however the keyboard encodes the letters', async () => {
		const seller = await t.student();
		for (const [title, typed] of [
			['मे\u095b', 'मे\u091c\u093c'],
			['कु\u0930\u094d\u0938\u0940 ब\u0921\u093cी', 'ब\u095cी'],
			['Re\u0301sume\u0301', 'r\u00e9sum\u00e9'],
		] as const) {
			const { item } = (await add(seller, { title })).json();

			const found = await t.as(null).get(`/items?q=${encodeURIComponent(typed)}`);
			const suggested = await t.as(null).get(`/items/suggestions?q=${encodeURIComponent(typed)}`);

			expect(found.json().items.map(({ id }: { id: number }) => id)).toContain(item.id);
			expect(JSON.stringify(suggested.json())).toContain(item.title);
		}
	});

	test('an item with an invalid title, price or category, without photos or with too many is refused, and nothing is stored', async () => {
		const seller = await t.student();
		const files = Array.from({ length: 13 }, () => photo);
		const invalid = [
			[add(seller, { title: '' }), 'title', ITEM_ERRORS.title],
			[add(seller, { price: '0' }), 'price', ITEM_ERRORS.price],
			[add(seller, { category: 'Furniture' }), 'category', ITEM_ERRORS.category],
			[add(seller, { category: 'All' }), 'category', ITEM_ERRORS.category],
			[add(seller, {}, files), 'images', PHOTO_ERRORS.addTooMany],
			[t.as(seller).post('/item/add-item', ITEM_FIELDS), 'images', PHOTO_ERRORS.addNone],
		] as const;

		for (const [request, path, { code }] of invalid) {
			const res = await request;
			expect(res.statusCode).toBe(400);
			expect(res.json()).toMatchObject({ success: false, code, issues: [{ path, code }] });
		}
		expect(await listItemsOfSeller(t.db, seller.id)).toEqual([]);
	});

	test('prices are stored unchanged', async () => {
		const seller = await t.student();
		for (const price of [0.01, 999_999.99])
			expect((await add(seller, { price })).json().item.price).toBe(price);
	});

	test('photo files above 5 MB are refused, and the error names them', async () => {
		const large = await noiseJpegOfAtLeast(5 * MEGABYTE + 1);
		const files = [
			photo,
			{ field: 'images', ...large, name: 'a.jpg' },
			zeros('b.jpg', 9 * MEGABYTE),
		];

		const res = await add(await t.student(), {}, files);

		expect(res.statusCode).toBe(400);
		// The limit here is 5 MB, but both forms have the same sentence.
		expect(res.json().message).toBe('These files exceed 8MB limit: a.jpg, b.jpg');
	});

	test('files that are not photos are refused, the error names those files, and nothing is stored', async () => {
		const seller = await t.student();
		const damaged = { field: 'images', ...(await damagedJpeg()), name: 'torn.jpg' };
		const text = { field: 'images', name: 'नोट.jpg', bytes: Buffer.from('not a photo') };

		const res = await add(seller, {}, [photo, damaged, text]);

		const refusal = PHOTO_ERRORS.unreadable(['torn.jpg', 'नोट.jpg']);
		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({
			success: false,
			...refusal,
			issues: [{ path: 'images', ...refusal }],
		});
		expect(await listItemsOfSeller(t.db, seller.id)).toEqual([]);
	});

	test('item ids and user ids come from one sequence, so that the address of a chat is unambiguous', async () => {
		const seller = await t.student();
		const { id } = (await add(seller)).json().item;
		const nextUser = await t.student();

		expect(new Set([seller.id, id, nextUser.id]).size).toBe(3);
		expect(id).toBeGreaterThan(seller.id);
		expect(nextUser.id).toBeGreaterThan(id);
	});
});
