import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import type { Db } from '#server/db/client.ts';
import {
	requirePerson,
	requireRecentSignIn,
	type SessionOwner,
} from '#server/features/auth/commands.ts';
import { lockUser, type UserRow } from '#server/features/auth/queries.ts';
import { AppError, WrongPasswordError } from '#server/lib/app-error.ts';
import { verifyPassword } from '#server/lib/passwords.ts';

/** The field of the password that one has, where the form may hold another. */
export const CURRENT_PASSWORD_FIELD = 'currentPassword';

/**
 * Asks for the password, before something that a thief of a session must not do; where there is none, for a session that
 * has just begun.
 * @throws Refusal invalid, naming the field; forbidden
 */
export async function requireReauthentication(
	db: Db,
	owner: SessionOwner,
	user: UserRow,
	{ password, path }: { password: string | undefined; path: string },
): Promise<void> {
	if (user.passwordHash === null) return requireRecentSignIn(db, owner);
	if (await verifyPassword(user.passwordHash, password ?? '')) return;
	throw wrongPasswordError(path);
}

/**
 * Holds a person who has given proof, until the transaction ends. What was proved before their password changed, or before
 * their sessions ended where there is none, is proved no longer: it may have been a thief.
 * @param before the person as they were when the proof was given
 * @param path the field that the password was typed into
 * @throws Refusal invalid, naming the field; forbidden; not_found when the account has gone meanwhile
 */
export async function lockReauthenticated(db: Db, before: UserRow, path: string): Promise<UserRow> {
	const current = requirePerson(await lockUser(db, before.id));
	if (current.passwordHash !== before.passwordHash) throw wrongPasswordError(path);
	if (current.passwordHash === null && current.tokenVersion !== before.tokenVersion) {
		throw new AppError('forbidden', ACCOUNT_MESSAGES.signInAgain);
	}
	return current;
}

/** @param path the field that it was typed into */
export function wrongPasswordError(path: string): WrongPasswordError {
	const message = ACCOUNT_MESSAGES.wrongPassword;
	return new WrongPasswordError('invalid', message, [{ path, message }]);
}

export function requireCurrentPassword(
	db: Db,
	owner: SessionOwner,
	user: UserRow,
	password: string | undefined,
): Promise<void> {
	return requireReauthentication(db, owner, user, { password, path: CURRENT_PASSWORD_FIELD });
}
