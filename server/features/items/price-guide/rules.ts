import type * as z from 'zod/mini';
import type { Condition } from '#contract/items/facts.ts';
import {
	PRICE_GUIDE_LIMITS,
	type PriceGuide,
	type priceGuideQuery,
} from '#contract/items/price-guide.ts';
import { type Catalogue, requireSubject } from '#server/features/catalogue/catalogue.ts';

/** The item to be priced: sold items are compared with it. */
export interface Reference {
	title: string;
	/** In the spelling of the catalogue; undefined if missing or unknown: then no sale counts as similar. */
	category: string | undefined;
	/** The code of a subject in the spelling of the catalogue; undefined for none. */
	subject: string | undefined;
}

/** A sold item: the agreed price in rupees, its condition and its seller. */
export interface Sale {
	price: number;
	condition: Condition | null;
	sellerId: number;
}

/** @throws AppError invalid for a subject that the catalogue does not have */
export function requireReference(
	catalogue: Pick<Catalogue, 'findCategory' | 'findSubject'>,
	{ title = '', category = '', subject = '' }: z.output<typeof priceGuideQuery>,
): Reference {
	return {
		title,
		category: catalogue.findCategory(category)?.name,
		subject: subject === '' ? undefined : requireSubject(catalogue, subject).code,
	};
}

/**
 * The quartiles of the prices of similar sold items, of which each seller counts once, with the median of their own. If
 * enough sellers have the condition, only items in this condition are counted.
 * @param condition of the item to be priced; undefined if the seller did not state it
 */
export function priceGuideFrom(
	sales: readonly Sale[],
	condition: Condition | undefined,
): Omit<PriceGuide, 'success'> {
	const prices = pricesOfSellers(salesToCount(sales, condition));
	const count = prices.length;
	if (count < PRICE_GUIDE_LIMITS.sellersMin) return { count, enough: false };
	const [low, median, high] = [0.25, 0.5, 0.75].map((share) => Math.round(quantile(prices, share)));
	return { count, enough: true, median, low, high };
}

function salesToCount(sales: readonly Sale[], condition: Condition | undefined): readonly Sale[] {
	const inSameCondition = sales.filter((sale) => sale.condition === condition);
	return isEnough(inSameCondition) ? inSameCondition : sales;
}

/** The median price of each seller. */
function pricesOfSellers(sales: readonly Sale[]): number[] {
	const bySeller = Map.groupBy(sales, ({ sellerId }) => sellerId);
	return Array.from(bySeller.values(), (ofSeller) =>
		quantile(
			ofSeller.map(({ price }) => price),
			0.5,
		),
	);
}

/** Whether there are enough sellers for a guide; with a condition, enough with sales in that condition. */
export function isEnoughFor(sales: readonly Sale[], condition: Condition | undefined): boolean {
	return isEnough(condition ? sales.filter((sale) => sale.condition === condition) : sales);
}

const isEnough = (sales: readonly Sale[]) =>
	new Set(sales.map(({ sellerId }) => sellerId)).size >= PRICE_GUIDE_LIMITS.sellersMin;

/**
 * A quantile by linear interpolation between the two nearest values (Hyndman and Fan 1996, definition 7).
 * @param values at least one, in any order
 * @param share 0 for the lowest value, 0.5 for the median, 1 for the highest
 */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const position = (sorted.length - 1) * share;
	const lower = sorted[Math.floor(position)] ?? Number.NaN;
	const upper = sorted[Math.ceil(position)] ?? Number.NaN;
	return lower + (upper - lower) * (position % 1);
}
