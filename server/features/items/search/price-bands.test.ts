import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import { PRICE_STEPS, type PriceCell, priceBands } from './price-bands.ts';

const stepOf = (price: number) => PRICE_STEPS.filter((step) => step <= price).length;

/** Counts the prices between the steps, as the database does. */
function cellsOf(prices: readonly number[]): PriceCell[] {
	const bySteps = Map.groupBy(
		prices.toSorted((one, other) => one - other),
		stepOf,
	);
	return [...bySteps].map(([step, inCell]) => ({
		step,
		count: inCell.length,
		min: Math.min(...inCell),
		max: Math.max(...inCell),
	}));
}

describe('price bands of a listing', () => {
	test('there are no bands without items, and there is one band for a single price', () => {
		expect(priceBands([])).toEqual([]);
		expect(priceBands(cellsOf([200, 200]))).toEqual([{ min: 200, max: 200, count: 2 }]);
	});

	test('all bands have about the same number of items, and the limits between them are round numbers', () => {
		const prices = Array.from({ length: 100 }, (_, index) => 30 + index * 20);

		expect(priceBands(cellsOf(prices))).toEqual([
			{ min: 30, max: 400, count: 19 },
			{ min: 400, max: 800, count: 20 },
			{ min: 800, max: 1200, count: 20 },
			{ min: 1200, max: 1500, count: 15 },
			{ min: 1500, max: 2010, count: 26 },
		]);
	});

	test('free items have a band of their own, which ends where the band of the cheapest other items begins', () => {
		expect(priceBands(cellsOf([0, 0, 50, 900]))).toEqual([
			{ min: 0, max: 50, count: 2 },
			{ min: 50, max: 800, count: 1 },
			{ min: 800, max: 900, count: 1 },
		]);
		expect(priceBands(cellsOf([0]))).toEqual([{ min: 0, max: 0, count: 1 }]);
	});

	test('there are at most five bands, without gaps, and each item is in exactly one', () => {
		const anyPrice = fc.oneof(
			fc.constant(0),
			fc.integer({ min: 1, max: 99_999_999 }).map((paise) => paise / 100),
			fc.constantFrom(...PRICE_STEPS),
		);
		fc.assert(
			fc.property(fc.array(anyPrice, { minLength: 1, maxLength: 60 }), (prices) => {
				const bands = priceBands(cellsOf(prices));

				expect(bands.length).toBeLessThanOrEqual(FACET_LIMITS.priceBandsMax);
				expect(bands.length).toBeLessThanOrEqual(new Set(prices).size);
				expect(bands[0]?.min).toBe(Math.min(...prices));
				expect(bands.at(-1)?.max).toBe(Math.max(...prices));
				bands.forEach(({ min, max, count }, index) => {
					const isLast = index === bands.length - 1;
					if (!isLast) expect(max).toBe(bands[index + 1]?.min);
					const inBand = prices.filter(
						(price) => price >= min && (price < max || (isLast && price === max)),
					);
					expect(inBand).toHaveLength(count);
					expect(count).toBeGreaterThan(0);
				});
			}),
		);
	});
});
