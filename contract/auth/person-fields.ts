import * as z from 'zod/mini';
import { byId, success, text, withoutNul } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';

export const PEOPLE_LIMITS = {
	nameMax: 50,
	emailMax: 254,
	passwordMin: 8,
	passwordMax: 128,
} as const;

export const PEOPLE_MESSAGES = {
	name: 'Name must be between 1 and 50 characters.',
	email: 'Please enter a valid email address.',
	phone: 'Please enter a valid phone number.',
	contact: 'Please enter an email address or a phone number.',
	passwordRequired: 'Please enter your password.',
	passwordShort: 'Password must be at least 8 characters.',
	passwordLong: 'Password must be at most 128 characters.',
	passwordAdvice:
		'Your password is among the first that strangers try. Please choose another one on your account page.',
	passwordEasy: 'That password is easy to guess. Please choose another one.',
	passwordsDiffer: 'Passwords do not match',
} as const;

export const userName = text(1, PEOPLE_LIMITS.nameMax, PEOPLE_MESSAGES.name);

/** Stored lower-case (decisions, "People and sessions"). */
export const email = z
	.string(PEOPLE_MESSAGES.email)
	.check(
		z.trim(),
		z.toLowerCase(),
		z.maxLength(PEOPLE_LIMITS.emailMax, PEOPLE_MESSAGES.email),
		z.email(PEOPLE_MESSAGES.email),
	);

/** Checks only the format of a phone number; the server checks that it is valid, and stores E.164. */
export const phoneNumber = z
	.string(PEOPLE_MESSAGES.phone)
	.check(z.trim(), z.regex(/^\+?[0-9][0-9 ()-]{5,18}[0-9]$/, PEOPLE_MESSAGES.phone));

export const newPassword = z.string(PEOPLE_MESSAGES.passwordShort).check(
	withoutNul,
	z.refine(
		(value) => [...value].length >= PEOPLE_LIMITS.passwordMin,
		PEOPLE_MESSAGES.passwordShort,
	),
	z.refine((value) => [...value].length <= PEOPLE_LIMITS.passwordMax, PEOPLE_MESSAGES.passwordLong),
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

/** Shown on the public page of a seller: no contact details. */
const publicPerson = z.object({
	id: z.int(),
	userName: z.string(),
	profilePicUrl: z.nullable(z.string()),
	isVerified: z.boolean(),
	/** The month of the sign-up in the college's time zone, as noon of its first day. */
	joined: z.iso.datetime(),
	/** Number of their items on sale. */
	onSale: z.int(),
});
export type PublicPerson = z.infer<typeof publicPerson>;

export const getPerson = endpoint({
	method: 'GET',
	path: '/people/:id',
	summary: 'Returns the public details of a seller, never contact details.',
	auth: 'none',
	params: byId,
	reply: z.object({ success, person: publicPerson }),
});
