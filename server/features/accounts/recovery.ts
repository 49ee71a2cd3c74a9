import type * as z from 'zod/mini';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import {
	type forgotPassword,
	RECOVERY_MESSAGES,
	type resetPassword,
} from '#contract/auth/recovery.ts';
import type { Db } from '#server/db/client.ts';
import {
	contactOf,
	markEmailConfirmed,
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
import type { Caller } from '#server/http/authenticate.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/password-policy.ts';
import { insertFormerAddress } from './former-address-queries.ts';
import { addressToConfirm } from './mails/send.ts';
import { conflictIfTaken } from './rules.ts';

export interface RecoveryDeps {
	db: Db;
	addTask: AddTask;
	collegeDomains: readonly string[];
}

/**
 * Mails a link to set a new password, where there is an account with an address to mail to: seldom where others have asked for
 * many. The ones before stay good, so that nobody keeps the owner out by asking. Nobody is told whether one is mailed.
 * @returns whose account was asked for, where there is one with an address
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
 * Sets a new password by the token of a mailed link, ends all sessions and every linked identity, which may be a thief's, and
 * tells the person by mail. The mail has proved the address: Google with that address links itself again, and where nobody had
 * proved it, the phone number may be a stranger's and goes.
 * @returns whose it was
 * @throws Refusal invalid for a token that is not good
 */
export async function setPasswordByToken(
	{ db, addTask, collegeDomains }: RecoveryDeps,
	{ token, password }: z.output<(typeof resetPassword)['body']>,
): Promise<UserRow> {
	const userId = await findTokenOwner(db, 'reset-password', token);
	const owner = await findUser(db, userId);
	const passwordHash = await hashChosenPassword(password, [owner?.userName, owner?.email]);
	return db.transaction(async (tx) => {
		const user = await lockUser(tx, userId);
		if (!user?.email) return rejectToken();
		await consumeToken(tx, 'reset-password', token);
		if (await deleteIdentities(tx, userId)) {
			await addTask(tx, 'mail', { letter: 'identity-unlinked', userId });
		}
		// It may be that of a stranger who made the account.
		const dropsPhone = user.phone !== null && !user.emailConfirmedAt;
		const changes = { passwordHash, pendingEmail: null, ...(dropsPhone && { phone: null }) };
		await markEmailConfirmed(tx, user, user.email, collegeDomains, changes);
		await revokeLink(tx, userId, 'confirm-email');
		await endAllSessions(tx, userId);
		if (dropsPhone) await addTask(tx, 'mail', { letter: 'phone-changed', userId });
		await addTask(tx, 'mail', { letter: 'password-changed', userId });
		return user;
	});
}

/**
 * Confirms an address by the token that was mailed to it, for who is signed in to its account: whoever else opens the mail, a
 * scanner too, would vouch for a stranger. A new address takes the place of the old one, which is told.
 * @throws Refusal invalid for a token that is not good; unauthenticated or forbidden for who is not that account, which leaves
 * the token good; conflict when another account has the address by now
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
		const email = user && addressToConfirm(user);
		// A sign-in provider may have vouched for the address since the mail.
		if (!email) return rejectToken();
		await consumeToken(tx, 'confirm-email', token);
		const changed = await setConfirmedEmail({ db: tx, ...deps }, user, email);
		await revokeLink(tx, user.id, 'reset-password');
		return changed ?? user;
	});
}

/**
 * Gives a person who is held an address that is proved theirs, with whatever else changes; one that they had proved before is
 * told.
 * @throws Refusal conflict when another account has the address
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
		emailConfirmedAt: new Date(),
	}).catch(conflictIfTaken(AUTH_MESSAGES.emailTaken));
	if (previousEmail) {
		await insertFormerAddress(tx, user.id, previousEmail);
		await addTask(tx, 'mail', { letter: 'email-changed', userId: user.id });
	}
	return changed;
}

/** @throws Refusal unauthenticated without a session; forbidden in one of another account */
function requireAccount(userId: number, caller: Caller | null): void {
	if (caller?.role !== 'user') {
		throw new AppError('unauthenticated', RECOVERY_MESSAGES.signInToConfirm);
	}
	if (caller.id !== userId) throw new AppError('forbidden', RECOVERY_MESSAGES.linkForOtherAccount);
}
