import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type {
	changeEmail,
	changeName,
	changePassword,
	changePhone,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfTaken } from '#server/db/errors.ts';
import {
	type AuthDeps,
	type ClientInfo,
	openSession,
	requirePerson,
	requireRecentSignIn,
	type SessionOwner,
	type SignedIn,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import { requestLink } from '#server/features/auth/one-time-links/commands.ts';
import { revokeLink } from '#server/features/auth/one-time-links/queries.ts';
import {
	deleteIdentities,
	findUser,
	findUserByContact,
	listIdentities,
	lockUser,
	type UserRow,
	updateUser,
} from '#server/features/auth/queries.ts';
import { deleteUserSession, endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import { tooManyError } from '#server/http/limits.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/password-policy.ts';
import { verifyPassword } from '#server/lib/passwords.ts';
import { requirePhone } from '#server/lib/phones.ts';
import { requireFilledFrom } from '#server/lib/versions.ts';
import { addressToConfirmOf } from './mails/send.ts';
import { ownDetails } from './present.ts';
import {
	CURRENT_PASSWORD_FIELD,
	lockReauthenticated,
	requireCurrentPassword,
	wrongPasswordError,
} from './reauthenticate.ts';
import { providerHostOf, requireOtherSignInMethod } from './rules.ts';

interface MailRequestDeps extends AuthDeps, Pick<SignInGuards, 'throttle'> {
	/** Gets a Retry-After header when the throttle refuses a mail. */
	reply: FastifyReply;
}

/**
 * Changes the name that everybody sees.
 * @throws AppError not_found; conflict when the account was changed since the form was filled
 */
export async function setName(
	db: Db,
	userId: number,
	{ userName, version }: z.output<(typeof changeName)['body']>,
): Promise<void> {
	await db.transaction(async (tx) => {
		const stored = ownDetails(requirePerson(await lockUser(tx, userId)));
		requireFilledFrom({ version, stored, sent: { userName } });
		await updateUser(tx, userId, { userName });
	});
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
	{ db, addTask, throttle, reply }: MailRequestDeps,
	owner: SessionOwner,
	{ email, currentPassword, version }: z.output<(typeof changeEmail)['body']>,
): Promise<string> {
	const { id: userId } = owner;
	const user = requirePerson(await findUser(db, userId));
	await requireCurrentPassword(db, owner, user, currentPassword);
	if (email === user.email) return cancelEmailChange(db, user, version);
	// A mail is counted only if the callback does not throw.
	await throttle.limitUnconfirmedMail({ email }, (waitSeconds) =>
		db.transaction(async (tx) => {
			// Throws if the password was changed after it had been checked above.
			const locked = await lockReauthenticated(tx, user, CURRENT_PASSWORD_FIELD);
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
			const locked = await lockReauthenticated(tx, user, CURRENT_PASSWORD_FIELD);
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
	{ db, addTask, throttle, reply }: MailRequestDeps,
	userId: number,
): Promise<void> {
	const email = requirePendingAddress(await findUser(db, userId));
	await throttle.limitUnconfirmedMail({ email }, (waitSeconds) =>
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
 * Changes the phone number and notifies the user by mail if the number differs. An empty number removes the stored one,
 * if the account has an email address.
 * @returns the message for the user
 * @throws AppError invalid for a wrong password, an invalid number or the removal of the only contact; forbidden for an
 * account that has no password, without a recent sign-in; conflict for another account's number, or when the account was
 * changed since the form was filled
 */
export async function setPhone(
	{ db, addTask }: Pick<AuthDeps, 'db' | 'addTask'>,
	owner: SessionOwner,
	{ phoneNumber, currentPassword, version }: z.output<(typeof changePhone)['body']>,
): Promise<string> {
	const { id: userId } = owner;
	const user = requirePerson(await findUser(db, userId));
	const phone = phoneNumber === '' ? null : requirePhone(phoneNumber);
	await requireCurrentPassword(db, owner, user, currentPassword);
	await db.transaction(async (tx) => {
		const locked = await lockReauthenticated(tx, user, CURRENT_PASSWORD_FIELD);
		requireFilledFrom({ version, stored: ownDetails(locked), sent: { phoneNumber: phone } });
		if (!phone && !locked.email) throw new AppError('invalid', ACCOUNT_ERRORS.contactRequired);
		await updateUser(tx, userId, { phone }).catch(conflictIfTaken(AUTH_ERRORS.phoneTaken));
		if (phone !== locked.phone)
			await addTask(tx, accountMailTask, { letter: 'phone-changed', userId });
	});
	return phone ? ACCOUNT_MESSAGES.phoneChanged : ACCOUNT_MESSAGES.phoneRemoved;
}

/**
 * Sets a new password, ends all sessions and revokes the link to reset the password. Cancels a pending change of the
 * email address, because a thief may have requested it. Opens a new session for the calling browser and notifies the
 * user by mail.
 * @throws AppError invalid for a wrong current password or an easy new one; forbidden for an account that has no
 * password, without a recent sign-in
 */
export async function setPassword(
	{ db, tokens, addTask }: AuthDeps,
	owner: SessionOwner,
	{ currentPassword, password }: z.output<(typeof changePassword)['body']>,
	clientInfo: ClientInfo,
): Promise<SignedIn> {
	const { id: userId } = owner;
	const before = requirePerson(await findUser(db, userId));
	await requireCurrentPassword(db, owner, before, currentPassword);
	const passwordHash = await hashChosenPassword(password, [before.userName, before.email]);
	return db.transaction(async (tx) => {
		const current = await lockReauthenticated(tx, before, CURRENT_PASSWORD_FIELD);
		await endAllSessions(tx, [userId]);
		await revokeLink(tx, userId, 'reset-password');
		if (current.pendingEmail !== null) await revokeLink(tx, userId, 'confirm-email');
		const changes = { passwordHash, pendingEmail: null };
		const user = requirePerson(await updateUser(tx, userId, changes));
		await addTask(tx, accountMailTask, { letter: 'password-changed', userId });
		return openSession(tx, tokens, user, clientInfo);
	});
}

/**
 * Checks the password again and replaces the session. The new session has another token, because somebody else
 * may hold a copy of the old one.
 * @throws AppError invalid for a wrong password; unauthenticated when the session has ended meanwhile
 */
export async function renewSession(
	{ db, tokens }: Pick<AuthDeps, 'db' | 'tokens'>,
	owner: SessionOwner,
	user: UserRow,
	{ password, clientInfo }: { password: string; clientInfo: ClientInfo },
): Promise<SignedIn> {
	if (!(await verifyPassword(user.passwordHash, password))) throw wrongPasswordError('password');
	return db.transaction(async (tx) => {
		const current = await lockReauthenticated(tx, user, 'password');
		if (!(await deleteUserSession(tx, owner.id, owner.sessionId))) {
			throw new AppError('unauthenticated', REQUEST_ERRORS.signIn);
		}
		return openSession(tx, tokens, current, clientInfo);
	});
}

/**
 * Ends one session of the user.
 * @throws AppError not_found for an ended session or another user's; forbidden for a session other than the current one
 * without a recent sign-in
 */
export async function endOwnSession(db: Db, owner: SessionOwner, sessionId: string): Promise<void> {
	if (sessionId !== owner.sessionId) await requireRecentSignIn(db, owner);
	if (await deleteUserSession(db, owner.id, sessionId)) return;
	throw new AppError('not_found', ACCOUNT_ERRORS.sessionNotFound);
}

/**
 * Ends all of the user's own sessions, the current one included.
 * @throws AppError forbidden without a recent sign-in
 */
export async function endAllOwnSessions(db: Db, owner: SessionOwner): Promise<void> {
	await requireRecentSignIn(db, owner);
	await db.transaction((tx) => endAllSessions(tx, [owner.id]));
}

/**
 * Unlinks all identities of one provider and notifies the user by mail.
 * @throws AppError not_found when none is linked; conflict when no other way to sign in is left; forbidden without a
 * recent sign-in
 */
export async function unlinkProvider(
	{ db, addTask }: Pick<AuthDeps, 'db' | 'addTask'>,
	owner: SessionOwner,
	providerHost: string,
): Promise<void> {
	const { id: userId } = owner;
	await db.transaction(async (tx) => {
		const user = requirePerson(await lockUser(tx, userId));
		await requireRecentSignIn(tx, owner);
		const linked = await listIdentities(tx, userId);
		const toUnlink = linked.filter(({ issuer }) => providerHostOf(issuer) === providerHost);
		if (toUnlink.length === 0) throw new AppError('not_found', ACCOUNT_ERRORS.notLinked);
		requireOtherSignInMethod(user, linked.length - toUnlink.length);
		for (const { issuer } of toUnlink) await deleteIdentities(tx, userId, issuer);
		await addTask(tx, accountMailTask, { letter: 'identity-unlinked', userId });
	});
}
