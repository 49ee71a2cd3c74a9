import * as z from 'zod/mini';
import { success } from '#contract/core/schemas.ts';
import { CONDITIONS } from './facts.ts';
import { itemListQuery } from './list-query.ts';

/** The query of a listing without its order and its place in the list. */
export const facetsQuery = z.omit(itemListQuery, { sort: true, limit: true, cursor: true });

function choices<Value extends z.ZodMiniType>(value: Value) {
	return z.array(z.object({ value, count: z.int() }));
}

/** Rupees; `max` is exclusive, except in the last band. Free items have a band of their own, from 0. */
export const priceBand = z.object({ min: z.number(), max: z.number(), count: z.int() });
export type PriceBand = z.infer<typeof priceBand>;

/**
 * How many items each choice of a filter would leave. The counts of a filter apply all other filters, but not the filter
 * itself; the choice with most items comes first. Those of prices apply all filters except `minPrice`, `maxPrice` and
 * `free`, and go from low to high.
 */
export const facetsReply = z.object({
	success,
	/** Matches of all filters. */
	total: z.int(),
	facets: z.object({
		category: choices(z.string()),
		condition: choices(z.enum(CONDITIONS)),
		/** Codes of subjects; where the query names a branch or a semester, only of its subjects. */
		subject: choices(z.string()),
		price: z.array(priceBand),
	}),
	/** Set where there are more than `countedMax` matches to count: the counts are of the newest of them. */
	sampled: z.optional(z.literal(true)),
});
export type Facets = z.infer<typeof facetsReply>;
