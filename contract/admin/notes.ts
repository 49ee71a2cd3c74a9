import * as z from 'zod/mini';
import { codePointLength, text } from '#contract/core/common.ts';

export const NOTE_LIMITS = { max: 2000 } as const;

export const NOTE_MESSAGES = { tooLong: 'A note can be at most 2,000 characters.' } as const;

/** An optional note of an administrator; an empty one counts as absent. */
export const note = z.pipe(
	z.optional(z.nullable(text(0, NOTE_LIMITS.max, NOTE_MESSAGES.tooLong))),
	z.transform((value) => (value === '' || value === null ? undefined : value)),
);

/** A note that must not be empty. */
export function requiredNote(required: string) {
	return text(1, Number.POSITIVE_INFINITY, required).check(
		z.refine((value) => codePointLength(value) <= NOTE_LIMITS.max, NOTE_MESSAGES.tooLong),
	);
}
