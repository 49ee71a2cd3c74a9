import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { editedItemMessages, FIELDS, newItemMessages } from './example-item.ts';
import { editedItemFields, newItemFields } from './schemas.ts';

describe('the price of an item', () => {
	test.each([
		['0.01', 0.01],
		['1.20', 1.2],
		['.5', 0.5],
		['999999.99', 999_999.99],
		[5, 5],
		[999_999.99, 999_999.99],
	])('the price %j is accepted as %d rupees', (sent, rupees) => {
		expect(z.parse(newItemFields, { ...FIELDS, price: sent }).price).toBe(rupees);
		expect(z.parse(editedItemFields, { ...FIELDS, price: sent }).price).toBe(rupees);
	});

	test.each([' ', '0', '-1', '1e3', '1,000', 'NaN', Number.NaN, null, {}])(
		'the price %j is refused, with different messages in the form for new items and in the edit form',
		(price) => {
			expect(newItemMessages({ price })).toEqual(['Price must be between ₹0.01 and ₹999,999.99']);
			expect(editedItemMessages({ price })).toEqual([
				'Please enter a valid price greater than ₹0.',
			]);
		},
	);

	test.each(['1000000', '9999999', '99999999999999999999', '9999999.999', 1_000_000, 1e21])(
		'the price %j is refused as too high by the form for new items and by the edit form',
		(price) => {
			expect(newItemMessages({ price })).toEqual(['Price must be between ₹0.01 and ₹999,999.99']);
			expect(editedItemMessages({ price })).toEqual([
				'Price must be between ₹0.01 and ₹999,999.99',
			]);
		},
	);

	test.each(['1234.567', '0.001', '.005', '999999.981', 1234.567, 0.001, 1e-7])(
		'the price %j is refused for too many decimals by the form for new items and by the edit form',
		(price) => {
			expect(newItemMessages({ price })).toEqual(['Price must be between ₹0.01 and ₹999,999.99']);
			expect(editedItemMessages({ price })).toEqual([
				'Please enter a valid price greater than ₹0.',
			]);
		},
	);

	test('a price of a quarter of a million digits and a letter is refused by a check that does not take quadratic time', () => {
		expect(newItemMessages({ price: `${'1'.repeat(250_000)}x` })).toHaveLength(1);
	});

	test('a price within the limits is parsed exactly to the paisa', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 99_999_999 }), (paise) => {
				const price = (paise / 100).toFixed(2);
				expect(z.parse(newItemFields, { ...FIELDS, price }).price).toBe(Number(price));
			}),
		);
	});
});
