import * as z from 'zod/mini';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { withoutInvisibleButJoiners } from '#contract/core/plain-text.ts';

/** Largest id of a user or an item: PostgreSQL's maximum integer. */
export const LARGEST_ID = 2_147_483_647;

/** An id of at least 1, as a number or as plain digits in a URL. */
export const id = /* @__PURE__ */ z.pipe(
	z.union([z.number(), z.string()], REQUEST_ERRORS.badId.message),
	z.pipe(
		z.transform((value: number | string) =>
			/^[1-9][0-9]{0,9}$/.test(String(value)) ? Number(value) : Number.NaN,
		),
		z.int(REQUEST_ERRORS.badId.message).check(z.maximum(LARGEST_ID, REQUEST_ERRORS.badId.message)),
	),
);
export const byId = z.object({ id });

/** Like `id`, with a message of its own for where the default text 'That address is not valid.' would be misleading. */
/* @__NO_SIDE_EFFECTS__ */
export function idWithMessage(message: string) {
	return z.pipe(
		z
			.union([z.number(), z.string()], message)
			.check(z.refine((value) => z.safeParse(id, value).success, message)),
		z.transform(Number),
	);
}

/** Refuses a list or a record with more than `max` entries before any of them is read: it costs next to nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function limitEntries<Value = unknown>(max: number, message: string) {
	return z.transform((value: Value, { issues }) => {
		const count = Array.isArray(value) ? value.length : keyCountOf(value);
		if (count > max) issues.push({ code: 'custom', input: value, message });
		return value;
	});
}

const keyCountOf = (value: unknown) =>
	typeof value === 'object' && value !== null ? Object.keys(value).length : 0;

/**
 * A list whose length is checked before its elements are read.
 * @param max number of elements
 * @param message for a missing value and a wrong type
 * @param tooLongMessage for more elements; by default the same
 */
/* @__NO_SIDE_EFFECTS__ */
export function list<Element extends z.ZodMiniType>(
	element: Element,
	max: number,
	message: string,
	tooLongMessage = message,
) {
	// The transform would make the list optional in the API documentation.
	return z.nonoptional(
		z.pipe(
			limitEntries<z.input<Element>[]>(max, tooLongMessage),
			// No longer list comes here: the second maximum is for the API documentation.
			z.array(element, message).check(z.maxLength(max, tooLongMessage)),
		),
	);
}

/** Length in code points, so that an emoji counts as one character. */
export function codePointLength(value: string): number {
	return [...value].length;
}

/** White space, control and format characters, fillers, U+2800 (blank Braille pattern) and U+1D159 (null note head). */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]*$/u;

/** Whether a text has only invisible characters, such as zero-width spaces. */
export function isBlank(value: string): boolean {
	return INVISIBLE.test(value);
}

/** Refuses NUL, which PostgreSQL cannot store. */
export const withoutNul = z.refine<string>(
	(value) => !value.includes('\0'),
	REQUEST_ERRORS.badText.message,
);

/** More than four marks on one letter: no script needs them, and they would cover the lines above and below. */
const STACKED_MARKS = /((?:\p{M}\p{Cf}*){4})(?:\p{M}\p{Cf}*)+/gu;

/** Line breaks and other control characters, but NUL, which `withoutNul` refuses. */
const BREAKS = /(?:(?!\0)[\p{Cc}\p{Zl}\p{Zp}])+/gu;

/** Ticks, stars, shields and medals, which look like a badge beside a name. */
const BADGES =
	/ *(?:[\u2605\u2606\u2611\u2705\u2713\u2714\u26e8\u272a\u272f\u2b50\u{1f165}\u{1f185}\u{1f31f}\u{1f396}\u{1f3c5}\u{1f530}\u{1f5f8}\u{1f5f9}\u{1f6e1}][\ufe0e\ufe0f]?)+ */gu;

/** A name or a title on one line, without what would pretend a badge or turn the text beside it around. */
export function toPlainText(value: string): string {
	return withoutInvisibleButJoiners(value.replace(BREAKS, ' ')).replace(BADGES, ' ').trim();
}

/** Like `text`, for names and titles: with `toPlainText`. */
/* @__NO_SIDE_EFFECTS__ */
export function plainText(min: number, max: number, message: string) {
	return text(min, max, message, toPlainText);
}

/**
 * Trimmed text of `min` to `max` characters, counted as code points; a text of invisible characters counts as empty.
 * NUL is refused, a lone surrogate becomes U+FFFD, and CR LF, which forms send,
 * becomes LF. Of the marks on one letter four are kept.
 * @param message for a missing value, a wrong type and a wrong length alike
 * @param clean removes further characters before the length is checked
 */
/* @__NO_SIDE_EFFECTS__ */
export function text(
	min: number,
	max: number,
	message: string,
	clean = (value: string): string => value,
) {
	return z.string(message).check(
		z.overwrite((value) =>
			clean(value.toWellFormed().replace(/\r\n?/g, '\n').replace(STACKED_MARKS, '$1')),
		),
		z.trim(),
		withoutNul,
		z.overwrite((value) => (isBlank(value) ? '' : value)),
		z.refine((value) => {
			const length = codePointLength(value);
			return length >= min && length <= max;
		}, message),
	);
}

/**
 * A filter value that need not exist, of any length. It is cut, not refused, after one character more than the longest
 * stored value has: the query stays small, and a longer value still matches nothing.
 * @param max characters of the longest stored value
 * @param message for a wrong type
 */
/* @__NO_SIDE_EFFECTS__ */
export function cutText(max: number, message: string) {
	return z.string(message).check(
		withoutNul,
		z.overwrite((value) =>
			value
				.trim()
				.slice(0, max + 1)
				.toWellFormed(),
		),
	);
}

/**
 * In replies, the version of what a form edits: an opaque text, the same as long as none of the form's fields differs.
 */
export const shownVersion = z.optional(z.string());
const VERSION_MAX = 64;
/**
 * In requests, the version from which the form was filled. If another version is stored by then, the change is refused
 * with `REQUEST_ERRORS.changedMeanwhile`. Without it, the change is made in any case.
 */
export const filledVersion = z.optional(
	z
		.string(REQUEST_ERRORS.badRequest.message)
		.check(z.maxLength(VERSION_MAX, REQUEST_ERRORS.badRequest.message)),
);

export const success = z.literal(true);
export const ok = z.object({ success });

/** Reply of a call that only confirms success. */
export const messageReply = z.object({ success, message: z.string() });

/** How many invalid fields an error reply names; the first ones in the order of the schema. */
export const ISSUES_MAX = 20;

/** Body of every error reply, including those of the framework. */
export const errorReply = z.object({
	success: z.literal(false),
	/** `item/not-found`: the same in every language. */
	code: z.string(),
	message: z.string(),
	issues: z.optional(
		z
			.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
			.check(z.maxLength(ISSUES_MAX)),
	),
	/** For a chat that cannot be opened: the item in its path, if the item is public. */
	itemId: z.optional(z.int()),
	/** For a refused file: the line that is at fault, from 1. */
	line: z.optional(z.int()),
	/** For a change of something that was changed elsewhere meanwhile: its fields as they are now, and their version. */
	current: z.optional(z.looseObject({ version: z.string() })),
	/** For a suspended account whose password was correct: since when, and what its owner is told of the reason. */
	suspension: z.optional(z.object({ since: z.iso.datetime(), reason: z.nullable(z.string()) })),
});
export type ErrorReply = z.infer<typeof errorReply>;
