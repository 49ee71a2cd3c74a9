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

	test('new photos come after the kept ones, which any host and width may name, unless the requested order says otherwise', async () => {
		const seller = await t.student();
		const [item, other] = [await t.item(seller, { photoCount: 2 }), await t.item(seller)];
		const keepExistingImages = JSON.stringify([
			`https://market.example/photos/${item.hashes[0]}-320.webp`,
			addressOf(item.hashes[1]),
		]);
		const fields = { order: JSON.stringify(['new:0', 'keep:0']) };

		const res = await edit(seller, item.id, { files: [photo], fields: { keepExistingImages } });
		await edit(seller, other.id, { keep: other.hashes, files: [photo], fields });

		expect(res.statusCode).toBe(200);
		expect((await hashesOf(item.id))?.slice(0, 2)).toEqual(item.hashes);
		expect(res.json().item.photos).toHaveLength(3);
		expect((await hashesOf(other.id))?.indexOf(other.hashes[0] ?? '')).toBe(1);
	});

	test('an edit with a bad order of photos, a photo of another item, none or more than four is refused and changes nothing', async () => {
		const seller = await t.student();
		const item = await t.item(seller, { photoCount: 3 });
		const { hashes: ofOther } = await t.item(seller);
		const keep = item.hashes;
		const ordered = (...order: string[]) => ({
			keep,
			files: [photo],
			fields: { order: JSON.stringify(order) },
		});
		const { badKeepList, notYours, editNone, editTooMany } = PHOTO_ERRORS;
		const refused: [Edit, { code: string }][] = [
			[ordered('keep:0', 'keep:0', 'keep:1', 'keep:2'), badKeepList],
			[ordered('new:0'), badKeepList],
			[ordered('keep:0', 'keep:1', 'keep:2', 'new:0', 'new:1'), badKeepList],
			[{ keep: ofOther }, notYours],
			[{ keep: [] }, editNone],
			[{ keep, files: [photo, photo] }, editTooMany],
		];

		const codes = [];
		for (const [{ fields, ...sent }] of refused) {
			const res = await edit(seller, item.id, { ...sent, fields: { title: 'New', ...fields } });
			codes.push([res.statusCode, res.json().code]);
		}

		expect(codes).toEqual(refused.map(([, { code }]) => [400, code]));
		expect(await hashesOf(item.id)).toEqual(item.hashes);
		expect(await findItem(t.db, item.id)).toMatchObject({ title: ITEM_FIELDS.title });
	});

	test('another user’s edit is refused with 403 before the form is checked', async () => {
		const item = await t.item(await t.student());

		const res = await edit(await t.student(), item.id, { fields: { title: '' } });

		expect(res.statusCode).toBe(403);
		expect(res.json().message).toBe(ITEM_ERRORS.notOwner.message);
		expect(await findItem(t.db, item.id)).toMatchObject(ITEM_FIELDS);
	});

	test('an edit of a sold or a banned item is refused and changes nothing', async () => {
		const seller = await t.student();
		for (const [state, { code }] of [
			[{ soldAt: new Date() }, ITEM_ERRORS.alreadySold],
			[{ bannedAt: new Date() }, ITEM_ERRORS.notEditable],
		] as const) {
			const item = await t.item(seller, state);

			const res = await edit(seller, item.id, { keep: item.hashes, fields: { title: 'New' } });

			expect([res.statusCode, res.json().code]).toEqual([409, code]);
			expect(await findItem(t.db, item.id)).toMatchObject(ITEM_FIELDS);
		}
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
