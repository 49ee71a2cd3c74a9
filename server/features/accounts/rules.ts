import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { DELETE_CONFIRMATION } from '#contract/accounts/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { sqlStateOf, UNIQUE_VIOLATION } from '#server/db/errors.ts';
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
 * Erasing needs more than a session: an account without a password must type a confirmation word.
 * @throws AppError invalid, naming the field
 */
export function requireDeleteConfirmation(
	{ passwordHash }: UserRow,
	confirmation: string | undefined,
): void {
	if (passwordHash !== null || confirmation?.trim() === DELETE_CONFIRMATION) return;
	throw invalidField('confirmation', ACCOUNT_ERRORS.confirmDeletion);
}

/** Turns a unique violation into a conflict: another account may have taken the address or number after the check. */
export function conflictIfTaken(taken: DeclaredError): (error: unknown) => never {
	return (error) => {
		throw sqlStateOf(error) === UNIQUE_VIOLATION ? new AppError('conflict', taken) : error;
	};
}
