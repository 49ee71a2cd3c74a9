import * as z from 'zod/mini';
import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { cutText, success, text } from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from './errors.ts';
import { CONDITIONS, ITEM_LIMITS } from './facts.ts';
import { anyCategory } from './list-query.ts';

/** Which sold items the price guide compares. */
export const PRICE_GUIDE_LIMITS = {
	/** Sellers of similar items that a guide needs: fewer would make the price of all. */
	sellersMin: 3,
	/** Items sold longer ago are not compared. */
	months: 12,
	/** Trigram similarity from which two titles are alike; also in the SQL function `sold_alike`. */
	similarityMin: 0.4,
} as const;

/** The fields of an item that are filled in so far; each may be missing or empty. */
export const priceGuideQuery = z.object({
	title: z.optional(text(0, ITEM_LIMITS.titleMax, ITEM_ERRORS.title.message)),
	category: z.optional(anyCategory),
	condition: z.optional(
		z.pipe(
			z.transform((value: unknown) => (value === '' ? undefined : value)),
			z.optional(z.enum(CONDITIONS, ITEM_ERRORS.condition.message)),
		),
	),
	/** The code of a subject. Whether the catalogue has it is checked where items are compared. */
	subject: z.optional(cutText(CATALOGUE_LIMITS.codeMax, ITEM_ERRORS.subjects.message)),
});

/** Prices in whole rupees: `median`, and the quartiles `low` and `high`. All three are set only if `enough` is true. */
export const priceGuide = z.object({
	success,
	/** Number of sellers whose sold items were compared; each counts once. */
	count: z.int(),
	enough: z.boolean(),
	median: z.optional(z.int()),
	low: z.optional(z.int()),
	high: z.optional(z.int()),
});
export type PriceGuide = z.infer<typeof priceGuide>;
