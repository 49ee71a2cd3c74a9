import { describe, expect, test } from 'vitest';
import { priceGuideFrom, quantile } from './price-guide-queries.ts';

/** Sales of different sellers. */
const sales = (...prices: number[]) =>
	prices.map((price) => ({ price, condition: null, sellerId: price }));

describe('quantiles', () => {
	test.each([
		[[10, 20, 30, 40, 50], 0.25, 20],
		[[10, 20, 30, 40, 50], 0.5, 30],
		[[10, 20, 30, 40], 0.25, 17.5],
		[[10, 20, 30, 40], 0.5, 25],
		[[10, 20, 30, 40], 0.75, 32.5],
		[[40, 10, 30, 20], 0, 10],
		[[40, 10, 30, 20], 1, 40],
		[[7], 0.25, 7],
	])('the quantile of %j at %d is %d, by linear interpolation', (values, share, expected) => {
		expect(quantile(values, share)).toBe(expected);
	});
});

describe('price guide computed from sales', () => {
	test('the guide has the median and the quartiles in whole rupees', () => {
		expect(priceGuideFrom(sales(100.5, 200, 250, 300, 410, 500), undefined)).toEqual({
			count: 6,
			enough: true,
			low: 213,
			median: 275,
			high: 383,
		});
	});

	test('the guide has no numbers from fewer than three sellers, however many sales they have', () => {
		const ofTwo = [100, 200, 300, 400].map((price) => ({
			price,
			condition: null,
			sellerId: price % 200,
		}));
		expect(priceGuideFrom(ofTwo, undefined)).toEqual({
			count: 2,
			enough: false,
		});
		expect(priceGuideFrom([], 'good')).toEqual({ count: 0, enough: false });
	});

	test('the guide uses only sales in the same condition when three sellers have them', () => {
		const good = [1, 2, 3].map((price) => ({ price, condition: 'good' as const, sellerId: price }));
		const all = [...sales(900, 901, 902), ...good];

		expect(priceGuideFrom(all, 'good')).toMatchObject({ count: 3, median: 2 });
		expect(priceGuideFrom(all.slice(0, -1), 'good')).toMatchObject({ count: 5 });
		for (const other of ['fair', undefined] as const)
			expect(priceGuideFrom(all, other)).toMatchObject({ count: 6 });
	});
});
