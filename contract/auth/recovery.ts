import * as z from 'zod/mini';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';

export const RECOVERY_LIMITS = {
	/** How long mailed links are valid. */
	resetMinutes: 30,
	confirmHours: 24,
	/** Minimum time between two mails of the same kind to one account. */
	secondsBetweenLinks: 60,
} as const;

/** Texts about resetting a password and confirming an email address. */
export const RECOVERY_MESSAGES = {
	linkSent: 'If an account uses this address, a link is on its way. It works for 30 minutes.',
	/** Shown on the forgot-password page to every visitor. */
	noEmailHelp: (supportEmail: string) =>
		`No email address on your account? Write to ${supportEmail} and we will help you in.`,
	passwordReset: 'Your password has been changed. Please log in with the new one.',
	/** Shown instead by our pages, which sign in after the change. */
	passwordResetHere: 'Your password has been changed, and you are logged in here.',
	/**
	 * Shown when the answer to a change of the password was lost, and a retry finds that the mailed link is used or that
	 * the session has ended: the first attempt has probably worked.
	 */
	perhapsChanged:
		'Your password may have been changed already. Please try to log in with the new one.',
	emailConfirmed: 'Your email address is confirmed.',
} as const;

/** An invalid token gets the same message as an expired one. */
export const token = z
	.string(RECOVERY_ERRORS.linkExpired.message)
	.check(
		z.minLength(1, RECOVERY_ERRORS.linkExpired.message),
		z.maxLength(200, RECOVERY_ERRORS.linkExpired.message),
	);
