import * as z from 'zod/mini';
import { anyWordOf } from '#contract/core/common.ts';
import { searchWords } from '#contract/items/items.ts';

export const FILTER_MESSAGES = {
	badFilter: 'That filter is not valid.',
	badSort: 'That order is not valid.',
} as const;

/** One of `values`; `all`, nothing and an empty field are no filter. Anything else is refused (wire contract). */
export function oneOf<const Value extends string>(values: readonly Value[]) {
	return z.pipe(
		z.optional(z.enum(['all', '', ...values], FILTER_MESSAGES.badFilter)),
		z.transform((sent) =>
			sent === 'all' || sent === '' ? undefined : (sent as Value | undefined),
		),
	);
}

/** `true` or `false`; `all` and nothing are no filter. */
export const yesOrNo = z.pipe(
	oneOf(['true', 'false']),
	z.transform((sent) => (sent === undefined ? undefined : sent === 'true')),
);

/** Any word, for lists that grow: an unknown one, of any length, finds an empty page (wire contract). */
export const anyWord = z.pipe(
	z.optional(anyWordOf(50, FILTER_MESSAGES.badFilter)),
	z.transform((sent) => (sent === 'all' || sent === '' ? undefined : sent)),
);

/** The words of a search; none is no search. */
export const search = z.pipe(
	searchWords,
	z.transform((sent) => (sent === '' ? undefined : sent)),
);

/** The order of a list; the first of `values` unless said. */
export function sortedBy<const Value extends string>(values: readonly [Value, ...Value[]]) {
	return z._default(z.enum(values, FILTER_MESSAGES.badSort), values[0]);
}
