import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { messageReply } from '#contract/core/replies.ts';
import { contactFields, hasContact } from './auth.ts';
import { newPassword } from './person-fields.ts';

export const RECOVERY_LIMITS = {
	/** How long mailed links are valid (decisions, "People and sessions"). */
	resetMinutes: 30,
	confirmHours: 24,
	/** Minimum time between two mails of the same kind to one account. */
	secondsBetweenLinks: 60,
} as const;

export const RECOVERY_MESSAGES = {
	linkSent: 'If an account uses this address, a link is on its way. It works for 30 minutes.',
	/** Shown on the page to every visitor. */
	noEmailHelp: (supportEmail: string) =>
		`No email address on your account? Write to ${supportEmail} and we will help you in.`,
	linkExpired: 'This link is no longer valid. Please ask for a new one.',
	passwordReset: 'Your password has been changed. Please log in with the new one.',
	emailConfirmed: 'Your email address is confirmed.',
	signInToConfirm:
		'Please log in to confirm this address. If you have no account here, you can ignore the email.',
	linkForOtherAccount:
		'This link is for another account. Please log in to that one and open it again.',
} as const;

/** An invalid token gets the same message as an expired one. */
const token = z
	.string(RECOVERY_MESSAGES.linkExpired)
	.check(
		z.minLength(1, RECOVERY_MESSAGES.linkExpired),
		z.maxLength(200, RECOVERY_MESSAGES.linkExpired),
	);

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
	summary: 'Sets a new password with the token of a mailed link, and ends all sessions.',
	auth: 'none',
	limit: 'signing in',
	body: z.object({ token, password: newPassword }),
	reply: messageReply,
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
