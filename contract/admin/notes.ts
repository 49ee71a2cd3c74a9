import * as z from 'zod/mini';
import { NOTE_ERRORS } from '#contract/admin/errors.ts';
import { codePointLength, text } from '#contract/core/schemas.ts';

/** Characters of a note that an administrator writes. */
export const NOTE_LIMITS = { max: 2000 } as const;

/** An optional note of an administrator; an empty one counts as absent. */
export const note = z.pipe(
	z.optional(z.nullable(text(0, NOTE_LIMITS.max, NOTE_ERRORS.tooLong.message))),
	z.transform((value) => (value === '' || value === null ? undefined : value)),
);

/** A note that must not be empty. */
export function requiredNote(required: string) {
	return text(1, Number.POSITIVE_INFINITY, required).check(
		z.refine((value) => codePointLength(value) <= NOTE_LIMITS.max, NOTE_ERRORS.tooLong.message),
	);
}
