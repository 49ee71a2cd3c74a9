import * as z from 'zod/mini';
import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { pageCursor } from '#contract/core/paging.ts';
import { cutText, id, idWithMessage, list, text } from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { CONDITIONS, type Condition, ITEM_LIMITS, PRICE_INPUT_PATTERN, SORTS } from './facts.ts';
import { LISTING_LIMITS, type ListingFilterName } from './listing.ts';

/**
 * The `limit` of a list. A value that is too large is clamped, never refused. An
 * absent one stays undefined, because the default differs between the endpoints for items.
 */
export const listLimit = z.pipe(
	z.optional(z.string(LISTING_ERRORS.badLimit.message)),
	z.pipe(
		z.transform((value: string | undefined) => {
			if (value === undefined) return undefined;
			if (!/^[1-9]\d*$/.test(value)) return Number.NaN;
			return Math.min(Number(value), ITEM_LIMITS.pageMax);
		}),
		z.optional(z.int(LISTING_ERRORS.badLimit.message)),
	),
);
/** Search text in Hindi or English; the last word may be unfinished. */
export const searchText = z.optional(
	text(0, LISTING_LIMITS.queryMax, LISTING_ERRORS.searchTooLong.message),
);
const sort = z._default(z.enum(SORTS, LISTING_ERRORS.badSort.message), 'newest');
const priceBound = z.optional(
	z.pipe(
		z.string(LISTING_ERRORS.badPriceRange.message),
		z.pipe(
			z.transform((value: string) =>
				PRICE_INPUT_PATTERN.test(value) ? Number(value) : Number.NaN,
			),
			z.number(LISTING_ERRORS.badPriceRange.message),
		),
	),
);

/** A category of any length; an unknown one matches nothing. No stored name has 50 characters. */
export const anyCategory = cutText(50, ITEM_ERRORS.category.message);

export const listAllQuery = z.object({ q: searchText, sort, limit: listLimit });

/** More than there are conditions, because a query may name one more than once. */
const SENT_CONDITIONS_MAX = 20;

/** Comma-separated conditions. The result has each once, in the order of `CONDITIONS`. */
const conditionList = z.pipe(
	z.string(ITEM_ERRORS.condition.message),
	z.pipe(
		z.transform((value: string) => value.split(',').map((one) => one.trim())),
		z.pipe(
			list(
				z.enum(CONDITIONS, ITEM_ERRORS.condition.message),
				SENT_CONDITIONS_MAX,
				ITEM_ERRORS.condition.message,
			),
			z.transform((chosen: Condition[]) =>
				CONDITIONS.filter((condition) => chosen.includes(condition)),
			),
		),
	),
);

/** A filter that is either `true` or not in the query. */
const trueFlag = z.pipe(
	z.literal('true', REQUEST_ERRORS.badFlag.message),
	z.transform(() => true as const),
);

/** `false` leaves reserved items out. There is no listing of reserved items only, so `true` is refused. */
const hideReserved = z.pipe(
	z.literal('false', LISTING_ERRORS.badReserved.message),
	z.transform(() => false as const),
);

/** The filters of the listing (contract/items/listing.ts) in a query. */
const listingFilterFields = {
	minPrice: priceBound,
	maxPrice: priceBound,
	condition: z.optional(conditionList),
	free: z.optional(trueFlag),
	// Any code is accepted here; the search checks whether the catalogue has the subject (server/features/items/search).
	subject: z.optional(cutText(CATALOGUE_LIMITS.codeMax, ITEM_ERRORS.subjects.message)),
	branch: z.optional(cutText(CATALOGUE_LIMITS.codeMax, LISTING_ERRORS.branch.message)),
	semester: z.optional(
		z.pipe(
			z.string(LISTING_ERRORS.badSemester.message),
			z.pipe(
				z.transform((value: string) => (/^\d{1,2}$/.test(value) ? Number(value) : Number.NaN)),
				z
					.int(LISTING_ERRORS.badSemester.message)
					.check(
						z.minimum(1, LISTING_ERRORS.badSemester.message),
						z.maximum(CATALOGUE_LIMITS.semesterMax, LISTING_ERRORS.badSemester.message),
					),
			),
		),
	),
	verified: z.optional(trueFlag),
	reserved: z.optional(hideReserved),
} satisfies Record<ListingFilterName, z.core.$ZodType>;

export const itemListQuery = z.object({
	category: z.optional(anyCategory),
	q: searchText,
	/** Only items of this seller. */
	seller: z.optional(id),
	sort,
	/** Searches for the words as they are, without correcting their spelling. */
	exact: z.optional(trueFlag),
	...listingFilterFields,
	limit: listLimit,
	cursor: pageCursor,
});

/** Comma-separated ids; repeated ones are dropped. */
const idList = z.pipe(
	z.string(LISTING_ERRORS.badIdList.message),
	z.pipe(
		z.transform((value: string): (string | number)[] => [...new Set(value.split(','))]),
		list(
			idWithMessage(LISTING_ERRORS.badIdList.message),
			ITEM_LIMITS.byIdsMax,
			LISTING_ERRORS.badIdList.message,
		),
	),
);

export const itemsByIdQuery = z.object({ ids: idList });
