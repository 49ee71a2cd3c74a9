import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { DELETE_CONFIRMATION } from '#contract/accounts/facts.ts';
import type { UserRow } from '#server/features/auth/queries.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';

/** The host of an issuer, which names the provider in URLs. */
export function providerHostOf(issuer: string): string {
	return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

/** @throws AppError conflict when unlinking would remove the last way to sign in */
export function requireOtherSignInMethod({ passwordHash }: UserRow, identitiesLeft: number): void {
	if (passwordHash === null && identitiesLeft === 0) {
		throw new AppError('conflict', ACCOUNT_ERRORS.lastSignInMethod);
	}
}

/**
 * Erasing needs more than a session: an account without a password must type a confirmation word. The password of other
 * accounts is checked by `requireReauthentication`.
 * @throws AppError invalid, naming the field
 */
export function requireDeleteConfirmation(
	{ passwordHash }: UserRow,
	confirmation: string | undefined,
): void {
	if (passwordHash !== null || confirmation?.trim() === DELETE_CONFIRMATION) return;
	throw invalidField('confirmation', ACCOUNT_ERRORS.confirmDeletion);
}
