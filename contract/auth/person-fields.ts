import * as z from 'zod/mini';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { withAsciiDigits, withoutInvisible } from '#contract/core/plain-text.ts';
import { plainText, withoutNul } from '#contract/core/schemas.ts';

/** Characters of the fields of a user or an administrator. */
export const PEOPLE_LIMITS = {
	nameMax: 50,
	emailMax: 254,
	passwordMin: 8,
	passwordMax: 128,
	/** Above passwordMax: some keyboards send a letter as several characters, which the server composes. */
	enteredPasswordMax: 512,
} as const;

export const PEOPLE_MESSAGES = {
	passwordAdvice:
		'Your password is among the first that strangers try. Please choose another one on your account page.',
	/** The same, at the field for another one. */
	passwordIsEasy: 'Your password is among the first that strangers try. Please choose another one.',
} as const;

export const userName = plainText(1, PEOPLE_LIMITS.nameMax, PERSON_ERRORS.name.message);

/** Zod's own pattern, which does not know the ASCII form (xn--…) of an internationalised top-level domain. */
const EMAIL_PATTERN =
	/^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** An email address in the form of `plainEmail`. */
export const emailFormat = z.email({
	pattern: EMAIL_PATTERN,
	error: PERSON_ERRORS.email.message,
});

/** Normalizing an address turns an internationalised domain into ASCII, as browsers do. */
const SITE = z.url({ normalize: true });

/** In lower case, without the invisible characters that copying adds, and with an internationalised domain in ASCII. */
export function plainEmail(address: string): string {
	const plain = withoutInvisible(address).trim().toLowerCase();
	const domain = plain.slice(plain.lastIndexOf('@') + 1);
	const isInternational = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /[^a-z0-9.-]/.test(domain);
	const site = z.safeParse(SITE, `https://${domain}`).data;
	if (!isInternational || site === undefined) return plain;
	return `${plain.slice(0, -domain.length)}${site.slice('https://'.length, -1)}`;
}

/** Stored in the form of `plainEmail`. */
export const email = z
	.string(PERSON_ERRORS.email.message)
	.check(
		z.overwrite(plainEmail),
		z.maxLength(PEOPLE_LIMITS.emailMax, PERSON_ERRORS.email.message),
		emailFormat,
	);

/** A number as phones and web pages copy it, with plain digits, spaces and hyphens, and without dots. */
function plainPhone(number: string): string {
	return withAsciiDigits(withoutInvisible(number.normalize('NFKC')))
		.replace(/\p{Pd}/gu, '-')
		.replaceAll('.', ' ')
		.replace(/^\s*\((\+\d{1,3})\)/, '$1 ')
		.trim();
}

/** Checks only the format of a phone number; the server checks that it is valid, and stores E.164. */
export const phoneNumber = z
	.string(PERSON_ERRORS.phone.message)
	.check(
		z.overwrite(plainPhone),
		z.regex(/^\+?[0-9][0-9 ()-]{5,18}[0-9]$/, PERSON_ERRORS.phone.message),
	);

export const newPassword = z.string(PERSON_ERRORS.passwordShort.message).check(
	withoutNul,
	z.refine(
		(value) => [...value].length >= PEOPLE_LIMITS.passwordMin,
		PERSON_ERRORS.passwordShort.message,
	),
	z.refine(
		(value) => [...value].length <= PEOPLE_LIMITS.passwordMax,
		PERSON_ERRORS.passwordLong.message,
	),
);

/** A user's own account, sent to that user only. */
export const ownAccount = z.object({
	id: z.int(),
	userName: z.string(),
	email: z.nullable(z.string()),
	phoneNumber: z.nullable(z.string()),
	profilePicUrl: z.nullable(z.string()),
	isVerified: z.boolean(),
	createdAt: z.iso.datetime(),
});
export type OwnAccount = z.infer<typeof ownAccount>;

/** What the public page of a person shows, without their deals (`shownPerson` adds these). No contact details. */
export const publicPerson = z.object({
	id: z.int(),
	userName: z.string(),
	profilePicUrl: z.nullable(z.string()),
	isVerified: z.boolean(),
	/** The month of the sign-up in the college's time zone, as noon of its first day. */
	joined: z.iso.datetime(),
	/** Number of their items on sale. */
	onSale: z.int(),
	/** Number of items that they have sold. */
	sold: z.int(),
	/**
	 * Median time from a buyer's first message to this seller's first answer, in minutes, over 90 days; null with fewer
	 * than five answered chats.
	 */
	replyMinutes: z.nullable(z.int()),
});
export type PublicPerson = z.infer<typeof publicPerson>;
