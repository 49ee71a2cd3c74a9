import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import type { Db } from '#server/db/client.ts';
import {
	requirePerson,
	requireRecentSignIn,
	type SessionOwner,
} from '#server/features/auth/commands.ts';
import { lockUser, type UserRow } from '#server/features/auth/queries.ts';
import { AppError, WrongPasswordError } from '#server/lib/app-error.ts';
import { verifyPassword } from '#server/lib/passwords.ts';

/** The form field of the current password, in forms that may also contain a new one. */
export const CURRENT_PASSWORD_FIELD = 'currentPassword';

/**
 * Requires the password before an action that a stolen session must not allow. An account without a password needs a
 * session that began recently.
 * @throws AppError invalid, naming the field; forbidden
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
 * Locks a reauthenticated user until the transaction ends. Fails if the password has changed since. Fails for an account
 * without a password if its sessions were ended. In both cases the caller may be a thief.
 * @param before the row as it was when the user reauthenticated
 * @param path the form field of the password
 * @throws AppError invalid, naming the field; forbidden; not_found when the account has been erased meanwhile
 */
export async function lockReauthenticated(db: Db, before: UserRow, path: string): Promise<UserRow> {
	const current = requirePerson(await lockUser(db, before.id));
	if (current.passwordHash !== before.passwordHash) throw wrongPasswordError(path);
	if (current.passwordHash === null && current.tokenVersion !== before.tokenVersion) {
		throw new AppError('forbidden', ACCOUNT_ERRORS.signInAgain);
	}
	return current;
}

/** @param path the form field of the password */
export function wrongPasswordError(path: string): WrongPasswordError {
	const error = ACCOUNT_ERRORS.wrongPassword;
	return new WrongPasswordError('invalid', error, [{ path, ...error }]);
}

/** As `requireReauthentication`, for a form with the field `currentPassword`. */
export function requireCurrentPassword(
	db: Db,
	owner: SessionOwner,
	user: UserRow,
	password: string | undefined,
): Promise<void> {
	return requireReauthentication(db, owner, user, { password, path: CURRENT_PASSWORD_FIELD });
}
