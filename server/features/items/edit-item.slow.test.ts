import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { findItem } from './queries.ts';

const t = await openApp();
const MEGABYTE = 1024 ** 2;
const photo = { field: 'images', ...(await jpeg()) };
const zeros = (name: string, size: number) => ({
	field: 'images',
	name,
	bytes: Buffer.alloc(size),
});
const addressOf = (hash: string | undefined) => `/photos/${hash}-1600.webp`;
const hashesOf = async (id: number) => (await findItem(t.db, id))?.photos.map(({ hash }) => hash);

interface Edit {
	keep?: (string | undefined)[];
	fields?: Record<string, string | number>;
	files?: (typeof photo)[];
}
const edit = (who: Student | null, id: number, { keep = [], fields = {}, files = [] }: Edit) =>
	t
		.as(who)
		.form(
			'PUT',
			`/item/update-item/${id}`,
			{ ...ITEM_FIELDS, keepExistingImages: JSON.stringify(keep.map(addressOf)), ...fields },
			files,
		);

describe('editing an item', () => {
	test('an edit changes texts, price and category, and keeps the chosen photos in the requested order', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { photoCount: 3 });
		const [first, second, third] = item.hashes;
		const fields = { title: 'Drafter', description: 'With clips', price: 240, category: 'OTHERS' };

		const res = await edit(seller, item.id, { keep: [third, first], fields });

		expect(res.statusCode).toBe(200);
		expect(res.json()).toMatchObject({
			success: true,
			message: ITEM_MESSAGES.updated,
			item: fields,
		});
		expect(await hashesOf(item.id)).toEqual([third, first]);
		expect(await hashesOf(item.id)).not.toContain(second);
	});

	test('the new photos of an edited item come after the kept photos', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { photoCount: 2 });

		const res = await edit(seller, item.id, { keep: item.hashes, files: [photo] });

		expect(res.statusCode).toBe(200);
		expect((await hashesOf(item.id))?.slice(0, 2)).toEqual(item.hashes);
		expect(res.json().item.photos).toHaveLength(3);
	});

	test('a new photo comes first when the requested order says so', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { photoCount: 1 });
		const fields = { order: JSON.stringify(['new:0', 'keep:0']) };

		await edit(seller, item.id, { keep: item.hashes, files: [photo], fields });

		expect((await hashesOf(item.id))?.indexOf(item.hashes[0] ?? '')).toBe(1);
	});

	test.each([
		['names a photo twice', ['keep:0', 'keep:0']],
		['leaves a photo out', ['new:0']],
		['names an unknown photo', ['keep:0', 'new:0', 'new:1']],
	])('an order of photos that %s is refused', async (_fault, order) => {
		const seller = await t.student();
		const item = await t.item(seller);
		const fields = { order: JSON.stringify(order) };

		const res = await edit(seller, item.id, { keep: item.hashes, files: [photo], fields });

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(PHOTO_ERRORS.badKeepList.message);
		expect(await hashesOf(item.id)).toEqual(item.hashes);
	});

	test('photos to keep can be named by their addresses with any host and width', async () => {
		const seller = await t.student();
		const item = await t.item(seller);
		const keptPhotoUrls = [`https://market.example/photos/${item.hashes[0]}-320.webp`];
		const fields = { keepExistingImages: JSON.stringify(keptPhotoUrls) };

		const res = await edit(seller, item.id, { fields });

		expect(res.statusCode).toBe(200);
		expect(await hashesOf(item.id)).toEqual(item.hashes);
	});

	test('an edit that keeps a photo of another item is refused and changes nothing', async () => {
		const seller = await t.student();
		const item = await t.item(seller);
		const other = await t.item(seller);

		const res = await edit(seller, item.id, { keep: other.hashes, fields: { title: 'New' } });

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(PHOTO_ERRORS.notYours.message);
		expect(await findItem(t.db, item.id)).toMatchObject({ title: ITEM_FIELDS.title });
	});

	test('when the category is unknown and a photo is of another item, the error is about the category', async () => {
		const seller = await t.student();
		const item = await t.item(seller);
		const other = await t.item(seller);

		const fields = { category: 'Clothing' };
		const res = await edit(seller, item.id, { keep: other.hashes, fields });

		expect(res.json().message).toBe(ITEM_ERRORS.category.message);
	});

	test.each(['not json', '{"a":1}', '[1]', '"text"'])(
		'the ill-formed list of kept photos %s is refused',
		async (list) => {
			const seller = await t.student();
			const item = await t.item(seller);

			const res = await edit(seller, item.id, { fields: { keepExistingImages: list } });

			expect(res.statusCode).toBe(400);
			expect(res.json().message).toBe(PHOTO_ERRORS.badKeepList.message);
		},
	);

	test.each([
		['title', '', ITEM_ERRORS.title.message],
		['description', '', ITEM_ERRORS.description.message],
		['price', '0', ITEM_ERRORS.editPrice.message],
		['price', '9999999', ITEM_ERRORS.price.message],
		['price', '1234.567', ITEM_ERRORS.editPrice.message],
		['category', '', ITEM_ERRORS.category.message],
	])('an edit with the %s “%s” is refused', async (field, value, message) => {
		const seller = await t.student();
		const item = await t.item(seller);

		const res = await edit(seller, item.id, { keep: item.hashes, fields: { [field]: value } });

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(message);
		expect(await findItem(t.db, item.id)).toMatchObject(ITEM_FIELDS);
	});

	test('the error message is about the first invalid field in the order of the form, with photos last', async () => {
		const seller = await t.student();
		const item = await t.item(seller);
		const broken = [
			['title', ITEM_ERRORS.title.message],
			['description', ITEM_ERRORS.description.message],
			['price', ITEM_ERRORS.editPrice.message],
			['category', ITEM_ERRORS.category.message],
		] as const;

		for (let from = 0; from < broken.length; from += 1) {
			const fields = Object.fromEntries(broken.slice(from).map(([field]) => [field, '']));
			const res = await edit(seller, item.id, { fields });

			expect(res.json().message).toBe(broken[from]?.[1]);
		}
		expect((await edit(seller, item.id, {})).json().message).toBe(PHOTO_ERRORS.editNone.message);
	});

	test('an edit that removes the last photo is refused', async () => {
		const seller = await t.student();
		const item = await t.item(seller);

		const res = await edit(seller, item.id, {});

		expect(res.json().message).toBe(PHOTO_ERRORS.editNone.message);
		expect(await hashesOf(item.id)).toEqual(item.hashes);
	});

	test('an edit with more than four photos in total is refused', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { photoCount: 3 });

		const res = await edit(seller, item.id, { keep: item.hashes, files: [photo, photo] });

		expect(res.json().message).toBe(PHOTO_ERRORS.editTooMany.message);
	});

	test('when new files are above 8 MB and too many, the error names the large files', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { photoCount: 4 });
		const files = [zeros('a.png', 8 * MEGABYTE + 1), photo];

		const res = await edit(seller, item.id, { keep: item.hashes, files });

		expect(res.json().message).toBe('These files exceed 8MB limit: a.png');
	});

	test('a new file of exactly 8 MB is not refused as too large', async () => {
		const seller = await t.student();
		const item = await t.item(seller);
		const files = [zeros('zeros.png', 8 * MEGABYTE)];

		const res = await edit(seller, item.id, { keep: item.hashes, files });

		expect(res.json().message).toBe(PHOTO_ERRORS.unreadable(['zeros.png']).message);
	});

	test('a visitor who tries to edit is asked to log in', async () => {
		const res = await edit(null, 1, {});

		expect(res.statusCode).toBe(401);
		expect(res.json().message).toBe(ITEM_ERRORS.signInToEdit.message);
	});

	test('another user’s edit is refused with 403 before the form is checked', async () => {
		const item = await t.item(await t.student());

		const res = await edit(await t.student(), item.id, { fields: { title: '' } });

		expect(res.statusCode).toBe(403);
		expect(res.json().message).toBe(ITEM_ERRORS.notOwner.message);
		expect(await findItem(t.db, item.id)).toMatchObject(ITEM_FIELDS);
	});

	test.each([2_147_483_647, 0, 2_147_483_648])(
		'an edit of an item with the unknown or invalid id %d is refused',
		async (id) => {
			const res = await edit(await t.student(), id, {});

			expect([400, 404]).toContain(res.statusCode);
			expect(res.json().success).toBe(false);
		},
	);

	test.each([
		['sold', { soldAt: new Date() }, ITEM_ERRORS.alreadySold.message],
		['banned', { bannedAt: new Date() }, ITEM_ERRORS.notEditable.message],
	])('an edit of a %s item is refused and changes nothing', async (_state, state, message) => {
		const seller = await t.student();
		const item = await t.item(seller, state);

		const res = await edit(seller, item.id, { keep: item.hashes, fields: { title: 'New' } });

		expect(res.statusCode).toBe(409);
		expect(res.json().message).toBe(message);
		expect(await findItem(t.db, item.id)).toMatchObject(ITEM_FIELDS);
	});

	test('of two simultaneous edits that keep different photos, exactly one succeeds', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { photoCount: 4 });
		const [first, second, third, fourth] = item.hashes;

		const responses = await Promise.all([
			edit(seller, item.id, { keep: [first, second] }),
			edit(seller, item.id, { keep: [third, fourth] }),
		]);

		const statuses = responses.map(({ statusCode }) => statusCode).sort();
		expect(statuses).toEqual([200, 400]);
		expect([
			[first, second],
			[third, fourth],
		]).toContainEqual(await hashesOf(item.id));
	});
});
