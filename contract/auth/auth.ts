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

/** Forms send an empty string for the field that the toggle hides. */
function emptyAsUndefined<S extends z.ZodMiniType<string, string>>(schema: S) {
	return z.pipe(
		z.transform((value: string | null | undefined) =>
			value === '' || value === null ? undefined : value,
		),
		z.optional(schema),
	);
}

/** Either of the two; `hasContact` asks for one. */
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
	// Whatever another field is like: in the order of the form, this one may come first.
	when: ({ issues }) => issues.every(({ path }) => path?.length),
});

/** Any password may be tried; its rules are told at sign-up only. */
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

/** Any password of 8 characters makes an account (decisions, "People and sessions"); one that is easy to guess is told so. */
const signUpReply = z.extend(signInReply, { advice: z.optional(z.string()) });

export const login = endpoint({
	method: 'POST',
	path: '/auth/login',
	summary: 'Opens a session by password and either email or phone number.',
	auth: 'none',
	limit: 'signing in',
	skipsInvalidation: true,
	body: credentials,
	reply: signInReply,
});

export const register = endpoint({
	method: 'POST',
	path: '/auth/register',
	summary: 'Makes an account and opens its first session.',
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
	summary: 'Who is signed in.',
	auth: 'user',
	reply: z.object({ success, user: ownAccount }),
});

export const getUser = endpoint({
	method: 'GET',
	path: '/auth/user/:id',
	summary: 'The public side of a person: never contact details.',
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
	summary: 'Sends the browser to the third-party sign-in provider.',
	auth: 'none',
	limit: 'signing in',
	status: 302,
	/** Where to return to, one of CLIENT_ORIGINS; our own pages unless said. Several are refused like an unlisted one. */
	query: z.object({
		origin: z.optional(z.union([z.string(), z.array(z.string())], COMMON_MESSAGES.badRequest)),
	}),
	reply: z.string(),
});

export const finishThirdPartySignIn = endpoint({
	method: 'GET',
	path: '/auth/google/callback',
	summary: 'Where the provider sends the browser back to.',
	auth: 'none',
	limit: 'signing in',
	status: 302,
	reply: z.string(),
});
