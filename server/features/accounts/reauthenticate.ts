import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import type { Db } from '#server/db/client.ts';
import { type Owner, requireFreshSession, requirePerson } from '#server/features/auth/commands.ts';
import { lockUser, type UserRow } from '#server/features/auth/queries.ts';
import { Refusal, WrongPassword } from '#server/lib/app-error.ts';
import { isPassword } from '#server/lib/passwords.ts';

/** The field of the password that one has, where the form may hold another. */
export const CURRENT = 'currentPassword';

/**
 * Asks for the password, before something that a thief of a session must not do; where there is none, for a session that
 * has just begun.
 * @throws Refusal invalid, naming the field; forbidden
 */
export async function requireProof(
	db: Db,
	owner: Owner,
	user: UserRow,
	{ password, path }: { password: string | undefined; path: string },
): Promise<void> {
	if (user.passwordHash === null) return requireFreshSession(db, owner);
	if (await isPassword(user.passwordHash, password ?? '')) return;
	throw wrongPassword(path);
}

/**
 * Holds a person who has given proof, until the transaction ends. What was proved before their password changed, or before
 * their sessions ended where there is none, is proved no longer: it may have been a thief.
 * @param before the person as they were when the proof was given
 * @param path the field that the password was typed into
 * @throws Refusal invalid, naming the field; forbidden; not_found when the account has gone meanwhile
 */
export async function lockProved(db: Db, before: UserRow, path: string): Promise<UserRow> {
	const now = requirePerson(await lockUser(db, before.id));
	if (now.passwordHash !== before.passwordHash) throw wrongPassword(path);
	if (now.passwordHash === null && now.tokenVersion !== before.tokenVersion) {
		throw new Refusal('forbidden', ACCOUNT_MESSAGES.signInAgain);
	}
	return now;
}

/** @param path the field that it was typed into */
export function wrongPassword(path: string): WrongPassword {
	const message = ACCOUNT_MESSAGES.wrongPassword;
	return new WrongPassword('invalid', message, [{ path, message }]);
}

export function requireCurrentPassword(
	db: Db,
	owner: Owner,
	user: UserRow,
	password: string | undefined,
): Promise<void> {
	return requireProof(db, owner, user, { password, path: CURRENT });
}
