import * as z from 'zod/mini';

export const COMMON_MESSAGES = {
	badId: 'That address is not valid.',
	badText: 'Text contains characters that cannot be stored.',
	badRequest: 'That request is not valid.',
	notFound: 'There is nothing at this address.',
	signIn: 'Please log in.',
	superAdminOnly: 'Only a super administrator may do this.',
	tooLarge: 'That is too large.',
	wrongType: 'That kind of content is not accepted here.',
	tooMany: 'That was a bit fast. Please try again in a moment.',
	unavailable: 'The market is busy. Please try again in a moment.',
	failed: 'Something went wrong. Please try again.',
} as const;

/** Said with Retry-After to whoever has done something too often. */
export function tooManyMessage(waitSeconds: number): string {
	return `That was a bit fast. Please try again in ${formatDuration(waitSeconds)}.`;
}

function formatDuration(seconds: number): string {
	if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
	const hours = Math.ceil(minutes / 60);
	return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** Of a person or an item: PostgreSQL's largest integer. */
export const LARGEST_ID = 2_147_483_647;

/** An id, as a number or as it stands in an address: plain digits, from 1. */
export const id = /* @__PURE__ */ z.pipe(
	z.union([z.number(), z.string()], COMMON_MESSAGES.badId),
	z.pipe(
		z.transform((value: number | string) =>
			/^[1-9][0-9]{0,9}$/.test(String(value)) ? Number(value) : Number.NaN,
		),
		z.int(COMMON_MESSAGES.badId).check(z.maximum(LARGEST_ID, COMMON_MESSAGES.badId)),
	),
);
export const byId = z.object({ id });

/** How long a text is to a person: in code points, so that an emoji counts once. */
export function codePointLength(value: string): number {
	return [...value].length;
}

/** White space, control and format characters, fillers, the empty Braille pattern, and the note without a head. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]*$/u;

/** Whether nothing of a text can be seen, such as one of zero-width spaces. Joiners and emoji beside letters are fine. */
export function isBlank(value: string): boolean {
	return INVISIBLE.test(value);
}

/** Text that the database can hold: NUL is refused wherever text is taken (decisions, "One product, one origin"). */
export const withoutNul = z.refine<string>(
	(value) => !value.includes('\0'),
	COMMON_MESSAGES.badText,
);

/**
 * Trimmed text of `min` to `max` characters, counted as code points; of invisible characters alone it is empty. NUL is refused, a lone surrogate
 * becomes U+FFFD (decisions, "One product, one origin"), and a line ends with one character, where forms send two.
 * @param message said for absence, wrong type and wrong length alike
 */
/* @__NO_SIDE_EFFECTS__ */
export function text(min: number, max: number, message: string) {
	return z.string(message).check(
		z.overwrite((value) => value.toWellFormed().replace(/\r\n?/g, '\n')),
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
 * A word of a list that grows, or one that nobody has heard of: of whatever length, it is cut before the database is asked,
 * a character behind the longest that is stored.
 * @param max characters of the longest
 * @param message said for a wrong type
 */
/* @__NO_SIDE_EFFECTS__ */
export function looseWord(max: number, message: string) {
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

export const success = z.literal(true);
export const ok = z.object({ success });

/** Every refusal has this shape, the framework's own included. */
export const errorReply = z.object({
	success: z.literal(false),
	message: z.string(),
	issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
	/** Of a chat that cannot be opened: the item in its address, where the public can see it. */
	itemId: z.optional(z.int()),
});
export type ErrorReply = z.infer<typeof errorReply>;
