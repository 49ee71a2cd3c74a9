import * as z from 'zod/mini';
import { success } from '#contract/core/common.ts';
import { idWithMessage } from '#contract/core/ids.ts';

export const BULK_LIMITS = { max: 100 } as const;

export const BULK_MESSAGES = {
	badSelection: 'That selection is not valid.',
	largeSelection: 'At most 100 entries can be changed at once.',
	badAction: 'Please choose what to do.',
	changed: (count: number) => `Changed: ${count}.`,
	selectionGone: 'Nothing was changed: what you had selected is no longer in the list.',
	failed: 'Failed to change the selection',
} as const;

/** Ids of the selected entries without duplicates; an empty selection is valid. */
export const selectedIds = z.pipe(
	z
		.array(idWithMessage(BULK_MESSAGES.badSelection), BULK_MESSAGES.badSelection)
		.check(z.maxLength(BULK_LIMITS.max, BULK_MESSAGES.largeSelection)),
	z.transform((ids) => [...new Set(ids)]),
);

/** Ids that were changed, and ids left unchanged because they already had the state or no longer exist. */
export const bulkReply = z.object({
	success,
	message: z.string(),
	changed: z.array(z.int()),
	unchanged: z.array(z.int()),
});
