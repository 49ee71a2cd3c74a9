import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { findItem } from './queries.ts';

const t = await openApp();
const photo = { field: 'images', ...(await jpeg()) };
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

	test('another user’s edit is refused with 403 before the form is checked', async () => {
		const item = await t.item(await t.student());

		const res = await edit(await t.student(), item.id, { fields: { title: '' } });

		expect(res.statusCode).toBe(403);
		expect(res.json().message).toBe(ITEM_ERRORS.notOwner.message);
		expect(await findItem(t.db, item.id)).toMatchObject(ITEM_FIELDS);
	});

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
