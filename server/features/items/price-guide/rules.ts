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

/** A sold item: its price in rupees (sale price if known, else asking price) and its condition. */
export interface Sale {
	price: number;
	condition: Condition | null;
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
 * The quartiles of the prices of similar sold items. If enough of them have the condition, only these are counted.
 * @param condition of the item to be priced; undefined if the seller did not state it
 */
export function priceGuideFrom(
	sales: readonly Sale[],
	condition: Condition | undefined,
): Omit<PriceGuide, 'success'> {
	const counted = salesToCount(sales, condition);
	const count = counted.length;
	if (!isEnough(counted)) return { count, enough: false };
	const prices = counted.map(({ price }) => price);
	const [low, median, high] = [0.25, 0.5, 0.75].map((share) => Math.round(quantile(prices, share)));
	return { count, enough: true, median, low, high };
}

function salesToCount(sales: readonly Sale[], condition: Condition | undefined): readonly Sale[] {
	const inSameCondition = sales.filter((sale) => sale.condition === condition);
	return isEnough(inSameCondition) ? inSameCondition : sales;
}

/** Whether there are enough sales for a guide; with a condition, enough of that condition. */
export function isEnoughFor(sales: readonly Sale[], condition: Condition | undefined): boolean {
	return isEnough(condition ? sales.filter((sale) => sale.condition === condition) : sales);
}

const isEnough = (sales: readonly Sale[]) => sales.length >= PRICE_GUIDE_LIMITS.soldMin;

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
