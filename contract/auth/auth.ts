import * as z from 'zod/mini';
import { byId, COMMON_MESSAGES, ok, success, withoutNul } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { SUSPENDED_MESSAGE } from './facts.ts';
import {
	email,
	newPassword,
	ownAccount,
	PEOPLE_LIMITS,
	PEOPLE_MESSAGES,
	phoneNumber,
	userName,
} from './person-fields.ts';

export const AUTH_MESSAGES = {
	invalidCredentials: 'Invalid credentials',
	failed: 'Something went wrong. Please try again.',
	suspended: SUSPENDED_MESSAGE,
	thirdPartyFailed: 'Google authentication failed. Please try again.',
	completing: 'Completing Authentication...',
	loggedIn: 'Logged in successfully.',
	registered: 'Account created successfully.',
	emailTaken: 'An account with this email already exists.',
	phoneTaken: 'An account with this phone number already exists.',
	userNotFound: 'User not found.',
	demoOnLoopbackOnly: 'Demo accounts sign in on this computer only.',
} as const;

/** The forms show either email or phone number, and send an empty string for the hidden field. */
function emptyAsUndefined<S extends z.ZodMiniType<string, string>>(schema: S) {
	return z.pipe(
		z.transform((value: string | null | undefined) =>
			value === '' || value === null ? undefined : value,
		),
		z.optional(schema),
	);
}

/** Both are optional; `hasContact` requires one of them. */
export const contactFields = {
	email: emptyAsUndefined(email),
	phoneNumber: emptyAsUndefined(phoneNumber),
};
export const hasContact = z.refine<{
	email?: string | undefined;
	phoneNumber?: string | undefined;
}>((value) => value.email !== undefined || value.phoneNumber !== undefined, {
	error: PEOPLE_MESSAGES.contact,
	path: ['email'],
	// Checked even if other fields are invalid, because this issue may come first in the order of the form.
	when: ({ issues }) => issues.every(({ path }) => path?.length),
});

/** For signing in: the rules for new passwords do not apply. */
export const enteredPassword = z
	.string(PEOPLE_MESSAGES.passwordRequired)
	.check(
		withoutNul,
		z.minLength(1, PEOPLE_MESSAGES.passwordRequired),
		z.maxLength(PEOPLE_LIMITS.passwordMax * 4, PEOPLE_MESSAGES.passwordLong),
	);

export const credentials = z
	.object({ ...contactFields, password: enteredPassword })
	.check(hasContact);
export const registration = z
	.object({ userName, ...contactFields, password: newPassword })
	.check(hasContact);

const signInReply = z.object({
	success,
	accessToken: z.string(),
	user: z.pick(ownAccount, { id: true, userName: true, email: true, phoneNumber: true }),
	message: z.string(),
});

/**
 * Sign-up accepts every password of 8 characters (decisions, "People and sessions"); `advice` says if it is easy to
 * guess.
 */
const signUpReply = z.extend(signInReply, { advice: z.optional(z.string()) });

export const login = endpoint({
	method: 'POST',
	path: '/auth/login',
	summary: 'Opens a session with a password and either an email address or a phone number.',
	auth: 'none',
	limit: 'signing in',
	skipsInvalidation: true,
	body: credentials,
	reply: signInReply,
});

export const register = endpoint({
	method: 'POST',
	path: '/auth/register',
	summary: 'Creates an account and opens its first session.',
	auth: 'none',
	limit: 'signing in',
	floodLimit: 'sign-up',
	status: 201,
	body: registration,
	reply: signUpReply,
});

export const logout = endpoint({
	method: 'POST',
	path: '/auth/logout',
	summary: 'Ends this session.',
	auth: 'user',
	skipsInvalidation: true,
	reply: ok,
});

export const checkSession = endpoint({
	method: 'GET',
	path: '/auth',
	summary: 'Returns the signed-in user.',
	auth: 'user',
	reply: z.object({ success, user: ownAccount }),
});

export const getUser = endpoint({
	method: 'GET',
	path: '/auth/user/:id',
	summary: 'Returns the public details of a user, never contact details.',
	auth: 'user',
	params: byId,
	reply: z.object({
		success,
		data: z.object({
			id: z.int(),
			userName: z.string(),
			name: z.string(),
			profilePicUrl: z.nullable(z.string()),
			isVerified: z.boolean(),
		}),
	}),
});

export const startThirdPartySignIn = endpoint({
	method: 'GET',
	path: '/auth/google',
	summary: 'Redirects the browser to the third-party sign-in provider.',
	auth: 'none',
	limit: 'signing in',
	status: 302,
	/**
	 * Origin to return to, one of CLIENT_ORIGINS; by default our own pages. Several values are refused, like an unlisted
	 * origin.
	 */
	query: z.object({
		origin: z.optional(z.union([z.string(), z.array(z.string())], COMMON_MESSAGES.badRequest)),
	}),
	reply: z.string(),
});

export const finishThirdPartySignIn = endpoint({
	method: 'GET',
	path: '/auth/google/callback',
	summary: 'Redirect target of the provider: completes the third-party sign-in.',
	auth: 'none',
	limit: 'signing in',
	status: 302,
	reply: z.string(),
});
