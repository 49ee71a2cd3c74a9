import * as z from 'zod/mini';
import { PAGING_ERRORS } from '#contract/core/errors.ts';

/** Limits of all lists with pages. */
export const PAGING_LIMITS = {
	/** Entries per page. */
	pageSizeMax: 100,
	/** The back-office counts up to this number; pages continue beyond it (decision 21). */
	countLimit: 10_000,
} as const;

function wholeNumber(message: string, fallback: number, max: number) {
	return z.pipe(
		z._default(z.string(message), String(fallback)),
		z.pipe(
			z.transform((value: string) =>
				/^0*[1-9]\d*$/.test(value) ? Math.min(Number(value), max) : Number.NaN,
			),
			z.int(message),
		),
	);
}

/** Entries per page: too large a value is clamped, never refused. */
export function pageSize(fallback: number) {
	return wholeNumber(PAGING_ERRORS.badLimit.message, fallback, PAGING_LIMITS.pageSizeMax);
}

/** The `nextCursor` of the previous page, opaque to clients; absent for the first page. */
export const pageCursor = z.optional(z.string(PAGING_ERRORS.badCursor.message));

/** Counted from 1. A page after the last is empty, not an error. */
export const pageNumber = wholeNumber(PAGING_ERRORS.badPage.message, 1, 2_147_483_647);

/** Where a page stands in its list. */
export const pagination = z.object({
	currentPage: z.int(),
	/** The pages known so far, if `total` is not exact. */
	totalPages: z.int(),
	total: z.int(),
	/** False if there are more than `total` entries. */
	isExact: z.boolean(),
	hasPrev: z.boolean(),
	hasNext: z.boolean(),
});
export type Pagination = z.infer<typeof pagination>;

/**
 * Pagination data of a page; an empty list has one empty page.
 * @param matchCount number of matches; the count stops at `PAGING_LIMITS.countLimit` + 1 or, on a page beyond that limit,
 * at one match after the page
 */
export function paginationOf(currentPage: number, size: number, matchCount: number): Pagination {
	const total = Math.min(matchCount, PAGING_LIMITS.countLimit);
	const totalPages = Math.max(1, Math.ceil(matchCount / size));
	return {
		currentPage,
		totalPages,
		total,
		isExact: matchCount === total,
		hasPrev: currentPage > 1,
		hasNext: currentPage < totalPages,
	};
}
