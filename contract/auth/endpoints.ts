import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { byId, messageReply, ok, success } from '#contract/core/schemas.ts';
import { newPassword, ownAccount } from './person-fields.ts';
import { token } from './recovery.ts';
import {
	contactFields,
	credentials,
	hasContact,
	registration,
	signInReply,
	signUpReply,
} from './schemas.ts';

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
	 * Origin to return to, one of CLIENT_ORIGINS; by default the one that the browser comes from, if it is listed, or our
	 * own pages. Several values become an empty text, which is refused like an unlisted origin.
	 */
	query: z.object({
		origin: z.pipe(
			z.transform((value: unknown) => (Array.isArray(value) ? '' : value)),
			z.optional(z.string(REQUEST_ERRORS.badRequest.message)),
		),
	}),
	reply: z.string(),
});

export const finishThirdPartySignIn = endpoint({
	method: 'GET',
	path: '/auth/google/callback',
	summary: 'Redirect target of the provider: completes the third-party sign-in.',
	auth: 'none',
	writes: true,
	limit: 'signing in',
	status: 302,
	reply: z.string(),
});

export const forgotPassword = endpoint({
	method: 'POST',
	path: '/auth/forgot-password',
	summary:
		'Mails a link to set a new password; the reply does not reveal whether the account exists.',
	auth: 'none',
	limit: 'mailing',
	body: z.object(contactFields).check(hasContact),
	reply: messageReply,
});

export const resetPassword = endpoint({
	method: 'POST',
	path: '/auth/reset-password',
	summary:
		'Sets a new password with the token of a mailed link, ends all sessions, and opens one for this browser.',
	auth: 'none',
	limit: 'signing in',
	body: z.object({ token, password: newPassword }),
	/** Without a session for an account that may not sign in. */
	reply: z.extend(messageReply, {
		accessToken: z.optional(z.string()),
		user: z.optional(z.pick(ownAccount, { id: true })),
	}),
});

export const confirmEmail = endpoint({
	method: 'POST',
	path: '/auth/confirm-email',
	summary: 'Confirms the email address of my account with the token of a mailed link.',
	/** A visitor learns that a link is invalid before being asked to sign in. */
	auth: 'optional',
	limit: 'signing in',
	body: z.object({ token }),
	reply: z.extend(messageReply, { email: z.string(), isVerified: z.boolean() }),
});
