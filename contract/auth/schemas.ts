import * as z from 'zod/mini';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { success, withoutNul } from '#contract/core/schemas.ts';
import {
	email,
	newPassword,
	ownAccount,
	PEOPLE_LIMITS,
	phoneNumber,
	userName,
} from './person-fields.ts';

/**
 * Reads an empty string and null as an absent field. The forms show either the email address or the phone number, and
 * send an empty string for the hidden field.
 */
function emptyAsUndefined<S extends z.ZodMiniType<string, string>>(schema: S) {
	return z.pipe(
		z.transform((value: string | null | undefined) =>
			value === '' || value === null ? undefined : value,
		),
		z.optional(schema),
	);
}

/** Email address and phone number, both optional; `hasContact` requires one of them. */
export const contactFields = {
	email: emptyAsUndefined(email),
	phoneNumber: emptyAsUndefined(phoneNumber),
};
export const hasContact = z.refine<{
	email?: string | undefined;
	phoneNumber?: string | undefined;
}>((value) => value.email !== undefined || value.phoneNumber !== undefined, {
	error: PERSON_ERRORS.contact.message,
	path: ['email'],
	// Checked even if other fields are invalid, because this issue may come first in the order of the form. Not checked if
	// the value is no object: that issue has an empty path.
	when: ({ issues }) => issues.every(({ path }) => path?.length),
});

/** A password that is compared with the stored one: the rules for new passwords do not apply. */
export const enteredPassword = z
	.string(PERSON_ERRORS.passwordRequired.message)
	.check(
		withoutNul,
		z.minLength(1, PERSON_ERRORS.passwordRequired.message),
		z.maxLength(PEOPLE_LIMITS.enteredPasswordMax, PERSON_ERRORS.passwordLong.message),
	);

export const credentials = z
	.object({ ...contactFields, password: enteredPassword })
	.check(hasContact);
export const registration = z
	.object({ userName, ...contactFields, password: newPassword })
	.check(hasContact);

export const signInReply = z.object({
	success,
	accessToken: z.string(),
	user: z.pick(ownAccount, { id: true, userName: true, email: true, phoneNumber: true }),
	message: z.string(),
});

/**
 * Sign-up accepts every password of 8 characters; `advice` is set if the password
 * is easy to guess.
 */
export const signUpReply = z.extend(signInReply, { advice: z.optional(z.string()) });
