import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { getItemsByCategory } from './endpoints.ts';
import { messagesOf } from './example-item.ts';
import { ITEM_LIMITS } from './facts.ts';
import { itemListQuery } from './list-query.ts';

describe('query of the item list', () => {
	test('items are sorted newest first by default', () => {
		expect(z.parse(itemListQuery, {})).toMatchObject({ sort: 'newest' });
	});

	test.each([
		['1', 1],
		['100', 100],
		['101', ITEM_LIMITS.pageMax],
		['99999999999999999999999', ITEM_LIMITS.pageMax],
	])('the limit %s gives a page of at most %d items', (limit, size) => {
		expect(z.parse(itemListQuery, { limit }).limit).toBe(size);
	});

	test.each(['0', '-1', '1.5', 'ten', '', ['5', '6']])('the limit %j is refused', (limit) => {
		expect(messagesOf(itemListQuery, { limit })).toEqual([LISTING_ERRORS.badLimit.message]);
	});

	test('an unknown sort order is refused', () => {
		expect(messagesOf(itemListQuery, { sort: 'random' })).toEqual([LISTING_ERRORS.badSort.message]);
	});

	test('a price bound can be typed without a digit before the decimal point, as “.5”', () => {
		expect(z.parse(itemListQuery, { minPrice: '.5' }).minPrice).toBe(0.5);
	});

	test.each(['x', '-1', '1.234', '1e3'])('the price bound %j is refused', (minPrice) => {
		expect(messagesOf(itemListQuery, { minPrice })).toEqual([LISTING_ERRORS.badPriceRange.message]);
	});

	test('a category that does not exist is accepted', () => {
		expect(z.parse(getItemsByCategory.params, { category: 'Clothing' })).toEqual({
			category: 'Clothing',
		});
	});
});
