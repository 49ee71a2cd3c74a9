import { describe, expect, test } from 'vitest';
import { counterRange, hasAmounts, isWithinRange, offerRange } from './amounts.ts';

describe('amount of an offer', () => {
	test.each([
		{ price: 450, min: 225, max: 450 },
		{ price: 451, min: 226, max: 451 },
		{ price: 99.99, min: 50, max: 99 },
		{ price: 1, min: 1, max: 1 },
		{ price: 1.5, min: 1, max: 1 },
		{ price: 2.01, min: 2, max: 2 },
		{ price: 999_999.99, min: 500_000, max: 999_999 },
	])(
		'an offer for a price of ₹$price is in whole rupees from ₹$min to ₹$max',
		({ price, min, max }) => {
			const range = offerRange(price);

			expect(range).toEqual({ min, max });
			expect(hasAmounts(range)).toBe(true);
			expect([min - 1, min, max, max + 1].map((amount) => isWithinRange(amount, range))).toEqual([
				false,
				true,
				true,
				false,
			]);
		},
	);

	test.each([0, 0.01, 0.8, 0.99])('no offer is possible for a price of ₹%s', (price) => {
		expect(hasAmounts(offerRange(price))).toBe(false);
	});

	test('an offer with paise is not possible', () => {
		expect(isWithinRange(300.5, offerRange(450))).toBe(false);
	});
});

describe('amount of a counter-offer', () => {
	test.each([
		{ price: 450, offered: 225, min: 226, max: 450 },
		{ price: 99.99, offered: 50, min: 51, max: 99 },
		{ price: 99.99, offered: 98, min: 99, max: 99 },
	])(
		'for a price of ₹$price and an offer of ₹$offered, a counter-offer is from ₹$min to ₹$max',
		({ price, offered, min, max }) => {
			const range = counterRange(price, offered);

			expect(range).toEqual({ min, max });
			expect(hasAmounts(range)).toBe(true);
		},
	);

	test.each([
		[450, 450],
		[99.99, 99],
		[1, 1],
	])('no counter-offer is possible for a price of ₹%s and an offer of ₹%s', (price, offered) => {
		expect(hasAmounts(counterRange(price, offered))).toBe(false);
	});
});
