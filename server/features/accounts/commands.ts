import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import {
	ACCOUNT_MESSAGES,
	type changeEmail,
	type changePassword,
	type changePhone,
} from '#contract/accounts/account.ts';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { Db } from '#server/db/client.ts';
import {
	type Doors,
	type Owner,
	openSession,
	type Porter,
	requireFreshSession,
	requirePerson,
	type SignedIn,
	type Visitor,
} from '#server/features/auth/commands.ts';
import { requestLink } from '#server/features/auth/one-time-links/commands.ts';
import { voidLink } from '#server/features/auth/one-time-links/queries.ts';
import {
	deleteIdentities,
	findUser,
	findUserByContact,
	listIdentities,
	lockUser,
	type UserRow,
	updateUser,
} from '#server/features/auth/queries.ts';
import { deleteSessionOf, endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { refuseTooMany } from '#server/http/refuse-too-many.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/password-policy.ts';
import { isPassword } from '#server/lib/passwords.ts';
import { requirePhone } from '#server/lib/phones.ts';
import { addressToConfirm } from './mails/send.ts';
import { CURRENT, lockProved, requireCurrentPassword, wrongPassword } from './reauthenticate.ts';
import { providerOf, refuseTaken, requireOtherWayIn } from './rules.ts';

interface Mailing extends Doors, Pick<Porter, 'throttle'> {
	/** Told how long to wait. */
	reply: FastifyReply;
}

/**
 * Has a link mailed to a new address; the old one stays until that link is opened. One's own address takes back a change
 * that waits.
 * @throws Refusal invalid for a wrong password; conflict for another account's address; too_many within a minute, or after
 * several mails to the new one
 */
export async function startEmailChange(
	{ db, addTask, throttle, reply }: Mailing,
	owner: Owner,
	{ email, currentPassword }: z.output<(typeof changeEmail)['body']>,
): Promise<string> {
	const { id: userId } = owner;
	const user = requirePerson(await findUser(db, userId));
	await requireCurrentPassword(db, owner, user, currentPassword);
	if (email === user.email) return keepEmail(db, user);
	await throttle.mailUnproved({ email }, (waitSeconds) =>
		db.transaction(async (tx) => {
			await lockProved(tx, user, CURRENT);
			if (await findUserByContact(tx, { email })) {
				throw new Refusal('conflict', AUTH_MESSAGES.emailTaken);
			}
			if (waitSeconds > 0) throw refuseTooMany(reply, waitSeconds);
			await requestConfirmation(tx, addTask, userId);
			await updateUser(tx, userId, { pendingEmail: email });
		}),
	);
	return ACCOUNT_MESSAGES.confirmationSent;
}

async function keepEmail(db: Db, user: UserRow): Promise<string> {
	const { id, pendingEmail } = user;
	if (pendingEmail !== null) {
		await db.transaction(async (tx) => {
			await lockProved(tx, user, CURRENT);
			await voidLink(tx, id, 'confirm-email');
			await updateUser(tx, id, { pendingEmail: null });
		});
	}
	return ACCOUNT_MESSAGES.emailKept;
}

/**
 * Mails another link to the address that waits to be confirmed.
 * @throws Refusal invalid when none waits; too_many within a minute of the last, or after several
 */
export async function mailConfirmation(
	{ db, addTask, throttle, reply }: Mailing,
	userId: number,
): Promise<void> {
	const email = requireWaitingAddress(await findUser(db, userId));
	await throttle.mailUnproved({ email }, (waitSeconds) =>
		db.transaction(async (tx) => {
			requireWaitingAddress(await lockUser(tx, userId));
			if (waitSeconds > 0) throw refuseTooMany(reply, waitSeconds);
			await requestConfirmation(tx, addTask, userId);
		}),
	);
}

function requireWaitingAddress(user: UserRow | undefined): string {
	const email = addressToConfirm(requirePerson(user));
	if (!email) throw new Refusal('invalid', ACCOUNT_MESSAGES.emailNothingToConfirm);
	return email;
}

async function requestConfirmation(tx: Db, addTask: AddTask, userId: number): Promise<void> {
	if (await requestLink(tx, addTask, userId, 'confirm-email')) return;
	throw new Refusal('too_many', ACCOUNT_MESSAGES.confirmationTooSoon);
}

/**
 * Changes the phone number, or removes it where there is an email address to be reached by, and tells the person by mail.
 * @throws Refusal invalid for a wrong password or a number that can't exist; conflict for another account's
 */
export async function setPhone(
	{ db, addTask }: Pick<Doors, 'db' | 'addTask'>,
	owner: Owner,
	{ phoneNumber, currentPassword }: z.output<(typeof changePhone)['body']>,
): Promise<string> {
	const { id: userId } = owner;
	const user = requirePerson(await findUser(db, userId));
	const phone = phoneNumber === '' ? null : requirePhone(phoneNumber);
	await requireCurrentPassword(db, owner, user, currentPassword);
	await db.transaction(async (tx) => {
		const { email } = await lockProved(tx, user, CURRENT);
		if (!phone && !email) throw new Refusal('invalid', ACCOUNT_MESSAGES.keepOneContact);
		await updateUser(tx, userId, { phone }).catch(refuseTaken(AUTH_MESSAGES.phoneTaken));
		if (phone !== user.phone) await addTask(tx, 'mail', { letter: 'phone-changed', userId });
	});
	return phone ? ACCOUNT_MESSAGES.phoneChanged : ACCOUNT_MESSAGES.phoneRemoved;
}

/**
 * Sets a new password, ends all sessions and a change of address that waits, which may be a thief's, opens a session
 * for the browser that asked, and tells the person by mail.
 * @throws Refusal invalid for a wrong password
 */
export async function setPassword(
	{ db, tokens, addTask }: Doors,
	owner: Owner,
	{ currentPassword, password }: z.output<(typeof changePassword)['body']>,
	visitor: Visitor,
): Promise<SignedIn> {
	const { id: userId } = owner;
	const before = requirePerson(await findUser(db, userId));
	await requireCurrentPassword(db, owner, before, currentPassword);
	const passwordHash = await hashChosenPassword(password, [before.userName, before.email]);
	return db.transaction(async (tx) => {
		const now = await lockProved(tx, before, CURRENT);
		await endAllSessions(tx, userId);
		await voidLink(tx, userId, 'reset-password');
		if (now.pendingEmail !== null) await voidLink(tx, userId, 'confirm-email');
		const changes = { passwordHash, pendingEmail: null };
		const user = requirePerson(await updateUser(tx, userId, changes));
		await addTask(tx, 'mail', { letter: 'password-changed', userId });
		return openSession(tx, tokens, user, visitor);
	});
}

/**
 * Begins a session anew for who knows the password: under another token, as somebody else may hold a copy of the one before.
 * @throws Refusal invalid for a wrong password; unauthenticated when the session has ended meanwhile
 */
export async function renewSession(
	{ db, tokens }: Pick<Doors, 'db' | 'tokens'>,
	owner: Owner,
	before: UserRow,
	{ password, visitor }: { password: string; visitor: Visitor },
): Promise<SignedIn> {
	if (!(await isPassword(before.passwordHash, password))) throw wrongPassword('password');
	return db.transaction(async (tx) => {
		const now = await lockProved(tx, before, 'password');
		if (!(await deleteSessionOf(tx, owner.id, owner.sessionId))) {
			throw new Refusal('unauthenticated', COMMON_MESSAGES.signIn);
		}
		return openSession(tx, tokens, now, visitor);
	});
}

/** @throws Refusal not_found for a session that is over, or somebody else's; forbidden for another than the present one */
export async function endOwnSession(db: Db, owner: Owner, sid: string): Promise<void> {
	if (sid !== owner.sessionId) await requireFreshSession(db, owner);
	if (await deleteSessionOf(db, owner.id, sid)) return;
	throw new Refusal('not_found', ACCOUNT_MESSAGES.sessionNotFound);
}

/**
 * Ends all sessions of somebody who has just signed in.
 * @throws Refusal forbidden
 */
export async function endOwnSessions(db: Db, owner: Owner): Promise<void> {
	await requireFreshSession(db, owner);
	await db.transaction(async (tx) => {
		// First the person and then their sessions, as whoever bans them: neither ends the other.
		await lockUser(tx, owner.id);
		await endAllSessions(tx, owner.id);
	});
}

/**
 * Unlinks all identities of one provider, and tells the person by mail.
 * @throws Refusal not_found when there is none; conflict when there is no other way to sign in; forbidden
 */
export async function unlinkProvider(
	{ db, addTask }: Pick<Doors, 'db' | 'addTask'>,
	owner: Owner,
	provider: string,
): Promise<void> {
	const { id: userId } = owner;
	await db.transaction(async (tx) => {
		const user = requirePerson(await lockUser(tx, userId));
		await requireFreshSession(tx, owner);
		const linked = await listIdentities(tx, userId);
		const leaving = linked.filter(({ issuer }) => providerOf(issuer) === provider);
		if (leaving.length === 0) throw new Refusal('not_found', ACCOUNT_MESSAGES.notLinked);
		requireOtherWayIn(user, linked.length - leaving.length);
		for (const { issuer } of leaving) await deleteIdentities(tx, userId, issuer);
		await addTask(tx, 'mail', { letter: 'identity-unlinked', userId });
	});
}
