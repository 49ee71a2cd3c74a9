import * as z from 'zod/mini';
import { FILTER_ERRORS } from '#contract/admin/errors.ts';
import { cutText, id } from '#contract/core/schemas.ts';
import { searchText } from '#contract/items/list-query.ts';

/** One of `values`; `all`, an absent and an empty value mean no filter. Anything else is refused. */
export function enumFilter<const Value extends string>(values: readonly Value[]) {
	return z.pipe(
		z.optional(z.enum(['all', '', ...values], FILTER_ERRORS.badFilter.message)),
		z.transform((value) =>
			value === 'all' || value === '' ? undefined : (value as Value | undefined),
		),
	);
}

/** `true` or `false`; `all`, an absent and an empty value mean no filter. */
export const booleanFilter = z.pipe(
	enumFilter(['true', 'false']),
	z.transform((value) => (value === undefined ? undefined : value === 'true')),
);

/** An id; `all`, an absent and an empty value mean no filter. */
export const idFilter = z.pipe(
	z.optional(z.union([z.literal(['all', '']), id], FILTER_ERRORS.badFilter.message)),
	z.transform((value) => (value === 'all' || value === '' ? undefined : value)),
);

/**
 * Any text; an unknown one returns an empty page. A text that is longer than any stored value is cut, not
 * refused.
 */
export const wordFilter = z.pipe(
	z.optional(cutText(50, FILTER_ERRORS.badFilter.message)),
	z.transform((value) => (value === 'all' || value === '' ? undefined : value)),
);

/** Search text; an empty one means no search. */
export const searchFilter = z.pipe(
	searchText,
	z.transform((value) => (value === '' ? undefined : value)),
);

/** Sort order of a list; the first of `values` is the default. */
export function sortParam<const Value extends string>(values: readonly [Value, ...Value[]]) {
	return z._default(z.enum(values, FILTER_ERRORS.badSort.message), values[0]);
}
