import type { Db } from '#server/db/client.ts';
import { requestLink } from '#server/features/auth/one-time-links/commands.ts';
import { revokeLink } from '#server/features/auth/one-time-links/queries.ts';
import {
	deleteIdentities,
	findUser,
	findUserByContact,
	lockUser,
	type UserRow,
	updateUser,
} from '#server/features/auth/queries.ts';
import { endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { normalizePhone } from '#server/lib/phones.ts';
import { type RecoveryDeps, setConfirmedEmail } from './recovery.ts';

/**
 * Finds the account that a support request is about.
 * @param identifier an email address, a phone number, or the account's id of up to nine digits (no phone number is that
 * short)
 */
export function findAccount(db: Db, identifier: string): Promise<UserRow | undefined> {
	const trimmed = identifier.trim();
	if (/^\d{1,9}$/.test(trimmed)) return findUser(db, Number(trimmed));
	return findUserByContact(
		db,
		trimmed.includes('@') ? { email: trimmed.toLowerCase() } : { phone: normalizePhone(trimmed) },
	);
}

const NO_MIN_INTERVAL = 0;

/**
 * Restores access for an owner whom support has identified, within the caller's transaction. Mails a link to set a
 * password and removes every other way to sign in, because a thief may have set it up. If `verifiedEmail` is the
 * address that the account has not confirmed yet, that address stays unconfirmed until the link is used. Using the link
 * then also removes the phone number, the saved searches and the studies, which may be a stranger's (decision 0005).
 * @param verifiedEmail an address that support has verified; the account's confirmed address if undefined
 * @returns the address that the link is mailed to
 * @throws Error with one line for the operator; AppError conflict when another account has the address
 */
export async function restoreAccess(
	deps: RecoveryDeps,
	userId: number,
	verifiedEmail: string | undefined,
): Promise<string> {
	const { db: tx, addTask } = deps;
	const user = await lockUser(tx, userId);
	const email = verifiedEmail ?? (user?.emailConfirmedAt ? user.email : null);
	if (!user) throw new Error('The account has just been erased.');
	if (user.bannedAt) throw new Error('The account is suspended: an administrator can lift that.');
	if (!email)
		throw new Error('The account has no address that was proved: name one that is theirs.');
	const changes = { passwordHash: null, pendingEmail: null };
	if (email === user.email) await updateUser(tx, userId, changes);
	else await setConfirmedEmail(deps, user, email, changes);
	await deleteIdentities(tx, userId);
	await endAllSessions(tx, [userId]);
	for (const purpose of ['confirm-email', 'reset-password'] as const) {
		await revokeLink(tx, userId, purpose);
	}
	await requestLink(tx, addTask, userId, 'reset-password', NO_MIN_INTERVAL);
	return email;
}
