import type { PriceBand } from '#contract/items/facets.ts';
import { FACET_LIMITS, ITEM_LIMITS } from '#contract/items/facts.ts';

/** Round prices in rupees, from the lowest to the highest, dense enough for bands with similar numbers of items. */
export const PRICE_STEPS: readonly number[] = [ITEM_LIMITS.priceMin, 1, 2, 5, ...roundNumbers(10)];

function roundNumbers(from: number): number[] {
	const decade = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((step) => Math.round(step * from));
	return from > ITEM_LIMITS.priceMax ? [] : [...decade, ...roundNumbers(from * 10)];
}

/** The items between two price steps. */
export interface PriceCell {
	/** The number of steps up to the lowest price of the cell; 0 for free items. */
	step: number;
	count: number;
	/** Lowest and highest price of the items, in rupees. */
	min: number;
	max: number;
}

/**
 * Joins cells into at most five bands with similar numbers of items and round prices as boundaries. Each band ends
 * where the next one begins. Free items form a band of their own.
 * @param cells the cells that have items, in ascending order
 */
export function priceBands(cells: readonly PriceCell[]): PriceBand[] {
	const free = cells.filter(({ step }) => step === 0);
	const paid = cells.filter(({ step }) => step > 0);
	const paidBands = splitEvenly(paid, FACET_LIMITS.priceBandsMax - free.length);
	const bands = [...free.map((cell) => [cell]), ...paidBands];
	const lowest = bands.map(([first], index) => {
		// The free items and the cheapest band begin at their own lowest price, the others at a round one.
		const hasOwnMinimum = index <= free.length;
		return (hasOwnMinimum ? first?.min : PRICE_STEPS[(first?.step ?? 0) - 1]) ?? 0;
	});
	return bands.map((band, index) => ({
		min: lowest[index] ?? 0,
		max: lowest[index + 1] ?? band.at(-1)?.max ?? 0,
		count: countOf(band),
	}));
}

/** Splits into at most `maxParts` parts, after the cells at which the running count is nearest to equal shares. */
function splitEvenly(cells: readonly PriceCell[], maxParts: number): PriceCell[][] {
	const counts = cells.map((_, index) => countOf(cells.slice(0, index + 1)));
	const total = counts.at(-1) ?? 0;
	const ends = Array.from({ length: maxParts }, (_, index) => {
		const wanted = (total * (index + 1)) / maxParts;
		return counts.reduce(
			(best, count, at) =>
				Math.abs(count - wanted) < Math.abs((counts[best] ?? 0) - wanted) ? at : best,
			0,
		);
	});
	const distinct = [...new Set(ends)];
	return distinct
		.map((end, index) => cells.slice(index === 0 ? 0 : (distinct[index - 1] ?? 0) + 1, end + 1))
		.filter((band) => band.length > 0);
}

function countOf(cells: readonly PriceCell[]): number {
	return cells.reduce((sum, { count }) => sum + count, 0);
}
