import { expect, test } from 'vitest';
import { parseTypedPrice } from './typed-price.ts';

test.each([
	['1200', '1200'],
	['1,200', '1200'],
	['₹1200', '1200'],
	['₹ 1,20,000.50', '120000.50'],
	['1 200.50', '1200.50'],
	['1\u00a0200', '1200'],
	['Rs. 500', '500'],
	['rs500/-', '500'],
	['INR 85.5', '85.5'],
	['  750 ', '750'],
	['.50', '0.50'],
	['900.', '900'],
	['१२००', '1200'],
	['500 Rs', '500'],
	['1,200 rupees', '1200'],
])('a typed price "%s" is read as %s rupees', (typed, expected) => {
	expect(parseTypedPrice(typed)).toBe(expected);
});

test.each(['', 'free', '12,50', '1,2,3', '1..5', '-5', '1e3', '5-600', '₹', '1.2.3', '0x10'])(
	'"%s" is not a price and is left as typed',
	(typed) => {
		expect(parseTypedPrice(typed)).toBe(typed);
	},
);
