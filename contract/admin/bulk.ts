import * as z from 'zod/mini';
import { BULK_ERRORS } from '#contract/admin/errors.ts';
import { idWithMessage, list, success } from '#contract/core/schemas.ts';

/** How many selected rows of a list one request can change. */
export const BULK_LIMITS = { max: 100 } as const;

interface Noun {
	singular: string;
	plural: string;
}

export const BULK_MESSAGES = {
	changed: (count: number) => `${count} changed.`,
	/** For example '2 users banned.'. */
	done: (count: number, { singular, plural }: Noun, participle: string) =>
		`${count} ${count === 1 ? singular : plural} ${participle}.`,
	selectionGone: 'Nothing was changed: what you had selected is no longer in the list.',
	failed: 'Failed to change the selection',
} as const;

/** Ids of the selected entries without duplicates; an empty selection is valid. */
export const selectedIds = z.pipe(
	list(
		idWithMessage(BULK_ERRORS.badSelection.message),
		BULK_LIMITS.max,
		BULK_ERRORS.badSelection.message,
		BULK_ERRORS.largeSelection.message,
	),
	z.transform((ids) => [...new Set(ids)]),
);

/** Ids that were changed, and ids left unchanged because they already had the state or no longer exist. */
export const bulkReply = z.object({
	success,
	message: z.string(),
	changed: z.array(z.int()),
	unchanged: z.array(z.int()),
});
