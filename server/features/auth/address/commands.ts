import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { changeEmail } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { forgotPassword, resetPassword } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfTaken } from '#server/db/errors.ts';
import {
	type AuthDeps,
	type ClientInfo,
	contactOf,
	lockReauthenticated,
	openSessionIfAllowed,
	requirePerson,
	requireReauthentication,
	type SessionOwner,
	type SignedIn,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import { ownDetails } from '#server/features/auth/present.ts';
import {
	deleteIdentities,
	endAllSessions,
	findUser,
	findUserByContact,
	lockUser,
	type NewUser,
	type UserRow,
	updateUser,
} from '#server/features/auth/queries.ts';
import { addressToConfirmOf, verificationChange } from '#server/features/auth/rules.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import type { Caller } from '#server/http/authenticate.ts';
import { tooManyError } from '#server/http/limits.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/passwords.ts';
import { normalizePhone } from '#server/lib/person-fields.ts';
import { requireFilledFrom } from '#server/lib/versions.ts';
import {
	consumeToken,
	findTokenOwner,
	insertFormerAddress,
	rejectToken,
	requestLink,
	revokeLink,
} from './queries.ts';

interface RecoveryDeps {
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

interface MailRequestDeps extends AuthDeps, Pick<SignInGuards, 'mailThrottle'> {
	/** Gets a Retry-After header when the throttle refuses a mail. */
	reply: FastifyReply;
}

/**
 * Mails a confirmation link to the new address; the old address stays in use until that link is opened. Entering the
 * current address cancels a pending change.
 * @returns the message for the user
 * @throws AppError invalid for a wrong password; forbidden for an account that has no password, without a recent
 * sign-in; conflict for another account's address, or when the account was changed since the form was filled; too_many
 * within a minute of the last link, or beyond the limit of mails to the new address
 */
export async function startEmailChange(
	{ db, addTask, mailThrottle, reply }: MailRequestDeps,
	owner: SessionOwner,
	{ email, currentPassword, version }: z.output<(typeof changeEmail)['body']>,
): Promise<string> {
	const { id: userId } = owner;
	const user = requirePerson(await findUser(db, userId));
	await requireReauthentication(db, owner, user, currentPassword);
	if (email === user.email) return cancelEmailChange(db, user, version);
	// A mail is counted only if the callback does not throw.
	await mailThrottle.limitUnconfirmedMail({ email }, (waitSeconds) =>
		db.transaction(async (tx) => {
			// Throws if the password was changed after it had been checked above.
			const locked = await lockReauthenticated(tx, user);
			requireFilledFrom({ version, stored: ownDetails(locked), sent: { email } });
			if (await findUserByContact(tx, { email })) {
				throw new AppError('conflict', AUTH_ERRORS.emailTaken);
			}
			if (waitSeconds > 0) throw tooManyError(reply, waitSeconds);
			// The mail is written after the commit, and goes to the pending address.
			await requestConfirmation(tx, addTask, userId);
			await updateUser(tx, userId, { pendingEmail: email });
		}),
	);
	return ACCOUNT_MESSAGES.confirmationSent;
}

async function cancelEmailChange(
	db: Db,
	user: UserRow,
	version: string | undefined,
): Promise<string> {
	const { id, email, pendingEmail } = user;
	if (pendingEmail !== null) {
		await db.transaction(async (tx) => {
			const locked = await lockReauthenticated(tx, user);
			requireFilledFrom({ version, stored: ownDetails(locked), sent: { email } });
			await revokeLink(tx, id, 'confirm-email');
			await updateUser(tx, id, { pendingEmail: null });
		});
	}
	return ACCOUNT_MESSAGES.emailUnchanged;
}

/**
 * Mails another link to the address that is waiting for confirmation: the pending new address or, without one, the
 * current unconfirmed address.
 * @throws AppError invalid when no address is waiting; too_many within a minute of the last link, or beyond the limit of
 * mails to the address
 */
export async function sendConfirmationMail(
	{ db, addTask, mailThrottle, reply }: MailRequestDeps,
	userId: number,
): Promise<void> {
	const email = requirePendingAddress(await findUser(db, userId));
	await mailThrottle.limitUnconfirmedMail({ email }, (waitSeconds) =>
		db.transaction(async (tx) => {
			requirePendingAddress(await lockUser(tx, userId));
			if (waitSeconds > 0) throw tooManyError(reply, waitSeconds);
			await requestConfirmation(tx, addTask, userId);
		}),
	);
}

function requirePendingAddress(user: UserRow | undefined): string {
	const email = addressToConfirmOf(requirePerson(user));
	if (!email) throw new AppError('invalid', ACCOUNT_ERRORS.noEmailToConfirm);
	return email;
}

async function requestConfirmation(tx: Db, addTask: AddTask, userId: number): Promise<void> {
	if (await requestLink(tx, addTask, userId, 'confirm-email')) return;
	throw new AppError('too_many', ACCOUNT_ERRORS.confirmationTooSoon);
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
async function setConfirmedEmail(
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

/**
 * Marks an address as confirmed, together with further changes. A newly confirmed address may verify the user. An
 * address that was confirmed before does not, so that it cannot undo a later decision of an administrator.
 */
export function markEmailConfirmed(
	tx: Db,
	user: UserRow,
	email: string,
	collegeDomains: readonly string[],
	changes: Partial<NewUser> = {},
): Promise<UserRow | undefined> {
	const isAlreadyConfirmed = user.emailConfirmedAt !== null && user.email === email;
	return updateUser(tx, user.id, {
		emailConfirmedAt: user.emailConfirmedAt ?? new Date(),
		...changes,
		...(!isAlreadyConfirmed && verificationChange(user, email, collegeDomains)),
	});
}

/** @throws AppError unauthenticated without a user session; forbidden in a session of another account */
function requireAccount(userId: number, caller: Caller | null): void {
	if (caller?.role !== 'user') {
		throw new AppError('unauthenticated', RECOVERY_ERRORS.signInToConfirm);
	}
	if (caller.id !== userId) throw new AppError('forbidden', RECOVERY_ERRORS.linkForOtherAccount);
}

/**
 * Mails a link to set a new password, if the account exists, has an address and is not banned. After many requests for
 * the same account, links are mailed less often. Earlier links stay valid, so that a stranger who requests links cannot
 * lock the owner out. The route must answer the same in every case.
 * @returns the id of the account, if it exists, has an address and is not banned
 */
export async function sendResetLink(
	{ db, addTask, mailThrottle }: RecoveryDeps & Pick<SignInGuards, 'mailThrottle'>,
	input: z.output<(typeof forgotPassword)['body']>,
): Promise<number | undefined> {
	const user = await findUserByContact(db, contactOf(input));
	if (!user?.email || user.bannedAt) return undefined;
	await mailThrottle.limitAccountMail(user.id, (minIntervalSeconds) =>
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
