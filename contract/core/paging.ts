import * as z from 'zod/mini';

export const PAGING_LIMITS = {
	max: 100,
	/** The back-office counts this far; there are pages as far as there are entries (decision 0021). */
	countLimit: 10_000,
} as const;

export const PAGING_MESSAGES = {
	badPage: 'The page must be a whole number above 0.',
	badLimit: 'The number of entries must be a whole number above 0.',
	badCursor: 'That place in the list is not valid.',
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

/** How many entries at once: too large is clamped, never refused (wire contract, "`limit` everywhere"). */
export function pageSize(fallback: number) {
	return wholeNumber(PAGING_MESSAGES.badLimit, fallback, PAGING_LIMITS.max);
}

/** `nextCursor` of the page before, which only the server reads; without one it is the first page. */
export const pageCursor = z.optional(z.string(PAGING_MESSAGES.badCursor));

/** Counted from 1. A page after the last is empty, however large its number. */
export const pageNumber = wholeNumber(PAGING_MESSAGES.badPage, 1, 2_147_483_647);

export const pagination = z.object({
	currentPage: z.int(),
	/** Where `total` is not exact, those that are known of. */
	totalPages: z.int(),
	total: z.int(),
	/** False where there are more than `total`. */
	isExact: z.boolean(),
	hasPrev: z.boolean(),
	/** True as long as there is more. */
	hasNext: z.boolean(),
});
export type Pagination = z.infer<typeof pagination>;

/**
 * Where a page stands among all of them; nothing at all is one empty page.
 * @param matchCount how many there are, counted to one more than `PAGING_LIMITS.counted`, and on a page behind those to one more
 * than the page shows
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
