import type { Account } from './schemas.ts';

/**
 * The address that a link to confirm an address is mailed to, and that the link confirms: the new address while a change
 * is pending, else the current address while it is not confirmed. A pending change takes nothing from a confirmed
 * address: the account then has both.
 */
export function addressToConfirm({
	email,
	pendingEmail,
	emailConfirmed,
}: Pick<Account, 'email' | 'pendingEmail' | 'emailConfirmed'>): string | null {
	return pendingEmail ?? (emailConfirmed ? null : email);
}

/** The address that the form of the account page shows: the last one that the user entered, confirmed or not. */
export function enteredAddress({
	email,
	pendingEmail,
}: Pick<Account, 'email' | 'pendingEmail'>): string | null {
	return pendingEmail ?? email;
}
