import { ACCOUNT_MESSAGES, DELETE_CONFIRMATION } from '#contract/accounts/account.ts';
import type { UserRow } from '#server/features/auth/queries.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';

/** The provider that an issuer is known by in addresses: its host. */
export function providerHostOf(issuer: string): string {
	return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

/** @throws Refusal conflict when unlinking would lock the person out */
export function requireOtherSignInMethod({ passwordHash }: UserRow, identitiesLeft: number): void {
	if (passwordHash === null && identitiesLeft === 0) {
		throw new AppError('conflict', ACCOUNT_MESSAGES.lastSignInMethod);
	}
}

/**
 * Erasing is for good, so it asks for more than a session: where there is no password, for a word that is typed.
 * @throws Refusal invalid, naming the field
 */
export function requireDeleteConfirmation(
	{ passwordHash }: UserRow,
	confirmation: string | undefined,
): void {
	if (passwordHash !== null || confirmation?.trim() === DELETE_CONFIRMATION) return;
	throw invalidField('confirmation', ACCOUNT_MESSAGES.confirmDeletion);
}

/** Of PostgreSQL: a unique index has this value already. */
const UNIQUE_VIOLATION = '23505';

/** Translates the index's answer to an address or a number that another account took first, whoever looked before. */
export function conflictIfTaken(message: string): (error: unknown) => never {
	return (error) => {
		const { code } = Object(Object(error).cause) as { code?: string };
		throw code === UNIQUE_VIOLATION ? new AppError('conflict', message) : error;
	};
}
