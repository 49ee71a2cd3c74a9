import * as z from 'zod/mini';
import { success } from '#contract/core/schemas.ts';
import { CONDITIONS } from './facts.ts';
import { itemListQuery } from './list-query.ts';

/** The query of a listing without its order and paging. */
export const facetsQuery = z.omit(itemListQuery, { sort: true, limit: true, cursor: true });

function choices<Value extends z.ZodMiniType>(value: Value) {
	return z.array(z.object({ value, count: z.int() }));
}

/**
 * A range of prices in rupees, one of `PRICE_BAND_STARTS`. `max` is exclusive; in the highest band it is the highest
 * price, and inclusive. The band with `min` 0 has the free items.
 */
export const priceBand = z.object({ min: z.number(), max: z.number(), count: z.int() });
export type PriceBand = z.infer<typeof priceBand>;

/**
 * How many items each choice of a filter would leave. The counts of a filter apply all filters of the query except that
 * one; the choice with most items comes first. The counts of prices apply all filters except `minPrice`, `maxPrice` and
 * `free`; the lowest band comes first, and bands without items are left out.
 */
export const facetsReply = z.object({
	success,
	/** Matches of all filters. */
	total: z.int(),
	facets: z.object({
		category: choices(z.string()),
		condition: choices(z.enum(CONDITIONS)),
		/** Codes of subjects. If the query names a branch or a semester, only its subjects are counted. */
		subject: choices(z.string()),
		price: z.array(priceBand),
	}),
	/** Set if there are `FACET_LIMITS.countedMax` matches or more: then only that many, the newest, are counted. */
	sampled: z.optional(z.literal(true)),
});
export type Facets = z.infer<typeof facetsReply>;
