import { ACCOUNT_MESSAGES, DELETE_WORD } from '#contract/accounts/account.ts';
import type { UserRow } from '#server/features/auth/queries.ts';
import { invalidField, Refusal } from '#server/lib/app-error.ts';

/** The provider that an issuer is known by in addresses: its host. */
export function providerOf(issuer: string): string {
	return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

/** @throws Refusal conflict when unlinking would lock the person out */
export function requireOtherWayIn({ passwordHash }: UserRow, identitiesLeft: number): void {
	if (passwordHash === null && identitiesLeft === 0) {
		throw new Refusal('conflict', ACCOUNT_MESSAGES.onlyWayIn);
	}
}

/**
 * Erasing is for good, so it asks for more than a session: where there is no password, for a word that is typed.
 * @throws Refusal invalid, naming the field
 */
export function requireDeleteWord(
	{ passwordHash }: UserRow,
	confirmation: string | undefined,
): void {
	if (passwordHash !== null || confirmation?.trim() === DELETE_WORD) return;
	throw invalidField('confirmation', ACCOUNT_MESSAGES.confirmDeletion);
}

/** Of PostgreSQL: a unique index has this value already. */
const UNIQUE_VIOLATION = '23505';

/** Translates the index's answer to an address or a number that another account took first, whoever looked before. */
export function refuseTaken(message: string): (error: unknown) => never {
	return (error) => {
		const { code } = Object(Object(error).cause) as { code?: string };
		throw code === UNIQUE_VIOLATION ? new Refusal('conflict', message) : error;
	};
}
