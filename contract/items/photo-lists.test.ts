import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { updateItem } from './endpoints.ts';
import { FIELDS, messagesOf } from './example-item.ts';

describe('photos to keep when an item is edited', () => {
	const parseKeepList = (keepExistingImages: unknown) =>
		z.safeParse(updateItem.body, { ...FIELDS, keepExistingImages });

	test.each([
		['an absent field', undefined, []],
		['a JSON list', '["/photos/a-1600.webp"]', ['/photos/a-1600.webp']],
		['an empty JSON list', '[]', []],
		['a list', ['/photos/a-1600.webp'], ['/photos/a-1600.webp']],
	])('photos to keep are parsed from %s', (_form, sent, addresses) => {
		expect(parseKeepList(sent).data?.keepExistingImages).toEqual(addresses);
	});

	test.each(['', '/photos/a-1600.webp', '[', '{}', '5', 'null', '[5]', '[["a"]]'])(
		'photos to keep are refused if sent as %j',
		(sent) => {
			expect(parseKeepList(sent).error?.issues[0]?.message).toBe(PHOTO_ERRORS.badKeepList.message);
		},
	);

	test('photos to keep are checked last, after the texts, the price and the category', () => {
		const broken = { title: '', description: '', price: '', category: '', keepExistingImages: '[' };

		expect(messagesOf(updateItem.body, broken)).toEqual([
			ITEM_ERRORS.title.message,
			ITEM_ERRORS.description.message,
			ITEM_ERRORS.editPrice.message,
			ITEM_ERRORS.category.message,
			PHOTO_ERRORS.badKeepList.message,
		]);
	});

	test('kept photos can be ordered together with new photos', () => {
		const order = ['new:0', 'keep:0'];

		expect(z.parse(updateItem.body, { ...FIELDS, order: JSON.stringify(order) }).order).toEqual(
			order,
		);
		expect(messagesOf(updateItem.body, { ...FIELDS, order: '["cover"]' })).toEqual([
			PHOTO_ERRORS.badKeepList.message,
		]);
	});
});
