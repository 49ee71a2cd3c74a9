import * as z from 'zod/mini';
import { looseWord } from '#contract/core/common.ts';
import { searchText } from '#contract/items/items.ts';

export const FILTER_MESSAGES = {
	badFilter: 'That filter is not valid.',
	badSort: 'That order is not valid.',
} as const;

/** One of `values`; `all`, nothing and an empty field are no filter. Anything else is refused (wire contract). */
export function enumFilter<const Value extends string>(values: readonly Value[]) {
	return z.pipe(
		z.optional(z.enum(['all', '', ...values], FILTER_MESSAGES.badFilter)),
		z.transform((value) =>
			value === 'all' || value === '' ? undefined : (value as Value | undefined),
		),
	);
}

/** `true` or `false`; `all` and nothing are no filter. */
export const booleanFilter = z.pipe(
	enumFilter(['true', 'false']),
	z.transform((value) => (value === undefined ? undefined : value === 'true')),
);

/** Any word, for lists that grow: an unknown one, of any length, finds an empty page (wire contract). */
export const wordFilter = z.pipe(
	z.optional(looseWord(50, FILTER_MESSAGES.badFilter)),
	z.transform((value) => (value === 'all' || value === '' ? undefined : value)),
);

/** The words of a search; none is no search. */
export const searchFilter = z.pipe(
	searchText,
	z.transform((value) => (value === '' ? undefined : value)),
);

/** The order of a list; the first of `values` unless said. */
export function sortParam<const Value extends string>(values: readonly [Value, ...Value[]]) {
	return z._default(z.enum(values, FILTER_MESSAGES.badSort), values[0]);
}
