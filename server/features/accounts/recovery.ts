import type * as z from 'zod/mini';
import type { forgotPassword, resetPassword } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfTaken } from '#server/db/errors.ts';
import {
	type AuthDeps,
	type ClientInfo,
	contactOf,
	markEmailConfirmed,
	openSessionIfAllowed,
	requirePerson,
	type SignedIn,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import {
	consumeToken,
	findTokenOwner,
	rejectToken,
	requestLink,
} from '#server/features/auth/one-time-links/commands.ts';
import { revokeLink } from '#server/features/auth/one-time-links/queries.ts';
import {
	deleteIdentities,
	findUser,
	findUserByContact,
	lockUser,
	type NewUser,
	type UserRow,
} from '#server/features/auth/queries.ts';
import { endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import type { Caller } from '#server/http/authenticate.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/password-policy.ts';
import { insertFormerAddress } from './former-address-queries.ts';
import { addressToConfirmOf } from './mails/send.ts';

export interface RecoveryDeps {
	db: Db;
	addTask: AddTask;
	collegeDomains: readonly string[];
}

export interface ResetDeps extends RecoveryDeps, Pick<AuthDeps, 'tokens'> {
	/**
	 * Runs in the transaction in which a mailed link sets the password of an account whose address was unconfirmed.
	 * Removes what a stranger may have set up in the account.
	 */
	accountLifecycle: { onRecovery: (tx: Db, userId: number) => Promise<void> };
}

/**
 * Mails a link to set a new password, if the account exists, has an address and is not banned. After many requests for
 * the same account, links are mailed less often. Earlier links stay valid, so that a stranger who requests links cannot
 * lock the owner out. The route must answer the same in every case.
 * @returns the id of the account, if it exists, has an address and is not banned
 */
export async function sendResetLink(
	{ db, addTask, throttle }: RecoveryDeps & Pick<SignInGuards, 'throttle'>,
	input: z.output<(typeof forgotPassword)['body']>,
): Promise<number | undefined> {
	const user = await findUserByContact(db, contactOf(input));
	if (!user?.email || user.bannedAt) return undefined;
	await throttle.limitAccountMail(user.id, (minIntervalSeconds) =>
		db.transaction((tx) => requestLink(tx, addTask, user.id, 'reset-password', minIntervalSeconds)),
	);
	return user.id;
}

/**
 * Sets a new password with the token of a mailed link. Ends all sessions, unlinks all identities (a thief may have
 * linked them) and notifies the user by mail. The mail proves the address, so a later sign-in with Google under that
 * address links Google again. If the address was unconfirmed before, the phone number, the saved searches and the
 * studies may be a stranger's and are removed (decision 0005).
 * @returns the user, with a new session if the user may sign in
 * @throws AppError invalid for an invalid token or an easy password
 */
export async function setPasswordByToken(
	{ db, tokens, addTask, collegeDomains, accountLifecycle }: ResetDeps,
	{ token, password }: z.output<(typeof resetPassword)['body']>,
	clientInfo: ClientInfo,
): Promise<Pick<SignedIn, 'user'> & Partial<SignedIn>> {
	const userId = await findTokenOwner(db, 'reset-password', token);
	const owner = await findUser(db, userId);
	const passwordHash = await hashChosenPassword(password, [owner?.userName, owner?.email]);
	return db.transaction(async (tx) => {
		const user = await lockUser(tx, userId);
		if (!user?.email) return rejectToken();
		await consumeToken(tx, 'reset-password', token);
		if (await deleteIdentities(tx, userId)) {
			await addTask(tx, accountMailTask, { letter: 'identity-unlinked', userId });
		}
		if (user.emailConfirmedAt === null) await accountLifecycle.onRecovery(tx, userId);
		// The phone number may be that of a stranger who created the account.
		const dropsPhone = user.phone !== null && !user.emailConfirmedAt;
		const changes = { passwordHash, pendingEmail: null, ...(dropsPhone && { phone: null }) };
		await endAllSessions(tx, [userId]);
		const changed = requirePerson(
			await markEmailConfirmed(tx, user, user.email, collegeDomains, changes),
		);
		await revokeLink(tx, userId, 'confirm-email');
		if (dropsPhone) await addTask(tx, accountMailTask, { letter: 'phone-changed', userId });
		await addTask(tx, accountMailTask, { letter: 'password-changed', userId });
		return openSessionIfAllowed(tx, tokens, changed, clientInfo);
	});
}

/**
 * Confirms an address with the token mailed to it, only for a caller signed in to the same account. Otherwise a mail
 * scanner, or a recipient who does not own the account, would confirm a stranger's account. A new address replaces the
 * old one. The old address gets a mail if it was confirmed.
 * @throws AppError invalid for an invalid token; unauthenticated or forbidden for another caller, which leaves the
 * token valid; conflict when another account has taken the address
 */
export async function confirmEmailByToken(
	{ db, ...deps }: RecoveryDeps,
	token: string,
	caller: Caller | null,
): Promise<UserRow> {
	return db.transaction(async (tx) => {
		const userId = await findTokenOwner(tx, 'confirm-email', token);
		requireAccount(userId, caller);
		const user = await lockUser(tx, userId);
		const email = user && addressToConfirmOf(user);
		// A sign-in provider may have confirmed the address since the mail was sent.
		if (!email) return rejectToken();
		await consumeToken(tx, 'confirm-email', token);
		const changed = await setConfirmedEmail({ db: tx, ...deps }, user, email);
		await revokeLink(tx, user.id, 'reset-password');
		return changed ?? user;
	});
}

/**
 * Stores a confirmed address and further changes for a locked user. A previous confirmed address gets a mail.
 * @throws AppError conflict when another account has the address
 */
export async function setConfirmedEmail(
	{ db: tx, addTask, collegeDomains }: RecoveryDeps,
	user: UserRow,
	email: string,
	changes: Partial<NewUser> = {},
): Promise<UserRow | undefined> {
	const previousEmail = user.emailConfirmedAt && user.email !== email ? user.email : null;
	const changed = await markEmailConfirmed(tx, user, email, collegeDomains, {
		...changes,
		email,
		pendingEmail: null,
		// Set here, because `markEmailConfirmed` would keep the time at which an earlier address was confirmed.
		emailConfirmedAt: new Date(),
	}).catch(conflictIfTaken(AUTH_ERRORS.emailTaken));
	if (previousEmail) {
		await insertFormerAddress(tx, user.id, previousEmail);
		await addTask(tx, accountMailTask, { letter: 'email-changed', userId: user.id });
	}
	return changed;
}

/** @throws AppError unauthenticated without a user session; forbidden in a session of another account */
function requireAccount(userId: number, caller: Caller | null): void {
	if (caller?.role !== 'user') {
		throw new AppError('unauthenticated', RECOVERY_ERRORS.signInToConfirm);
	}
	if (caller.id !== userId) throw new AppError('forbidden', RECOVERY_ERRORS.linkForOtherAccount);
}
