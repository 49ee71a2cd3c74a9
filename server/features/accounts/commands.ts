import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type {
	changeName,
	changePassword,
	changePhone,
	deleteAccount,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS, PROFILE_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES, EXPORT_TIMEOUT_MS } from '#contract/accounts/facts.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { checkFileSizes, PHOTO_LIMITS } from '#contract/photos/photos.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import { conflictIfTaken } from '#server/db/errors.ts';
import { revokeLink } from '#server/features/auth/address/queries.ts';
import {
	type AuthDeps,
	type ClientInfo,
	lockReauthenticated,
	openSession,
	requirePerson,
	requireReauthentication,
	requireRecentSignIn,
	type SessionOwner,
	type SignedIn,
} from '#server/features/auth/commands.ts';
import { ownDetails } from '#server/features/auth/present.ts';
import {
	deleteIdentities,
	endAllSessions,
	findUser,
	listIdentities,
	lockUser,
	updateUser,
} from '#server/features/auth/queries.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { type AddTask, defineTask, handleTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/passwords.ts';
import { requirePhone } from '#server/lib/person-fields.ts';
import { createConcurrencyLimit } from '#server/lib/promises.ts';
import { requireFilledFrom } from '#server/lib/versions.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { setPicture } from './queries.ts';
import { providerHostOf, requireDeleteConfirmation, requireOtherSignInMethod } from './rules.ts';

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
	await requireReauthentication(db, owner, user, currentPassword);
	await db.transaction(async (tx) => {
		const locked = await lockReauthenticated(tx, user);
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
	await requireReauthentication(db, owner, before, currentPassword);
	const passwordHash = await hashChosenPassword(password, [before.userName, before.email]);
	return db.transaction(async (tx) => {
		const current = await lockReauthenticated(tx, before);
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

/**
 * Replaces the profile picture, by the rules for photos of an edited item.
 * @returns the hash of the new picture
 * @throws AppError invalid without exactly one readable photo of at most 8 MB
 */
export async function changePicture(
	{ db, store }: { db: Db; store: PhotoStore },
	userId: number,
	files: readonly UploadedFile[],
): Promise<string> {
	const error =
		files.length > 1 ? PROFILE_ERRORS.onePicture : checkFileSizes(files, PHOTO_LIMITS.editMaxBytes);
	if (error) throw invalidField('profilePicture', error);
	const prepared = await preparePhotos(files, 'profilePicture');
	const [picture] = prepared;
	if (!picture) throw invalidField('profilePicture', PROFILE_ERRORS.noPicture);
	await storePhotos(db, store, prepared);
	await setPicture(db, userId, picture.hash);
	return picture.hash;
}

/** An export is built in memory as a whole, so few run at once. */
const exportLimit = createConcurrencyLimit({ maxRunning: 2, waiting: 20 });

/** Ends statements whose result no client is waiting for any more. */
const STATEMENT_LIMIT = sql`set local statement_timeout = ${sql.raw(String(EXPORT_TIMEOUT_MS))}`;

/** One snapshot over one connection, which leaves the other connections to other requests. */
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export interface ExportDeps {
	/** For exports and erasures, which run longer than other requests. */
	backgroundDb: Db;
	photoUrls: PhotoUrls;
	/** Collects what all features store about a user (server/app/account-lifecycle.ts). */
	exportPersonalData: (db: Db, userId: number, photoUrls: PhotoUrls) => Promise<PersonalData>;
}

/**
 * Exports everything stored about a user.
 * @param signal takes an export that waits out of the queue when the client is gone
 * @throws AppError too_many when too many exports are waiting; not_found when the account is gone; `signal.reason` when
 * aborted
 */
export function exportPerson(
	{ backgroundDb, photoUrls, exportPersonalData }: ExportDeps,
	userId: number,
	signal: AbortSignal,
): Promise<PersonalData> {
	async function collect(tx: Db): Promise<PersonalData> {
		await tx.execute(STATEMENT_LIMIT);
		return exportPersonalData(tx, userId, photoUrls);
	}
	return exportLimit.run(() => backgroundDb.transaction(collect, SNAPSHOT), signal);
}

export interface ErasureDeps {
	db: Db;
	addTask: AddTask;
	/** Erases what all features store about a user (server/app/account-lifecycle.ts). */
	erasePersonalData: (tx: Db, userId: number, addTask: AddTask) => Promise<void>;
}

type ErasureLog = Pick<FastifyBaseLogger, 'info'>;

/** Erases what a request in progress wrote after the account was erased. */
const eraseAccountTask = defineTask('erase-account', z.object({ userId: z.int() }), {
	concurrency: 1,
});

/** Longer than any request may run: requests that began before the erasure have ended by then. */
const SECOND_PASS_DELAY_SECONDS = 600;

/**
 * Erases an account for good: personal data, texts and photos. The caller then calls `logErasure`.
 * @throws AppError invalid for a wrong password; for an account without a password, invalid without the confirmation
 * word and forbidden without a recent sign-in
 */
export async function eraseAccount(
	deps: ErasureDeps,
	owner: SessionOwner,
	{ password, confirmation }: z.output<(typeof deleteAccount)['body']>,
): Promise<void> {
	const { db } = deps;
	const user = requirePerson(await findUser(db, owner.id));
	requireDeleteConfirmation(user, confirmation);
	await requireReauthentication(db, owner, user, password, 'password');
	await db.transaction(async (tx) => {
		await lockReauthenticated(tx, user, 'password');
		await eraseAndSchedule(tx, deps, user.id);
	});
}

/**
 * Erases an account again after a restored backup has brought it back.
 * @returns false when the account does not exist, or was created after `erasedAt`: the restored database gives out ids
 * again that were in use after the backup
 */
export async function eraseRestored(
	deps: ErasureDeps,
	userId: number,
	erasedAt: Date,
): Promise<boolean> {
	const user = await findUser(deps.db, userId);
	if (!user || user.createdAt > erasedAt) return false;
	await deps.db.transaction((tx) => eraseAndSchedule(tx, deps, userId));
	return true;
}

async function eraseAndSchedule(
	tx: Db,
	{ addTask, erasePersonalData }: ErasureDeps,
	userId: number,
): Promise<void> {
	await erasePersonalData(tx, userId, addTask);
	await addTask(tx, eraseAccountTask, { userId }, SECOND_PASS_DELAY_SECONDS);
}

/**
 * Erases what requests in progress wrote after the erasure. Logs the erasure again: the request may have crashed after its
 * transaction committed. Does nothing for an account that exists.
 */
export async function eraseLateWrites(
	{ db, addTask, erasePersonalData, log }: ErasureDeps & { log: ErasureLog },
	userId: number,
): Promise<void> {
	if (await findUser(db, userId)) return;
	logErasure(log, userId);
	await db.transaction((tx) => erasePersonalData(tx, userId, addTask));
}

/**
 * Logs an erasure, once or several times for each erased account. `erase:again` reads these lines to erase accounts again
 * that a restored backup has brought back.
 */
export function logErasure(log: ErasureLog, userId: number): void {
	log.info({ userId }, 'account erased');
}

/** The handler of the queued task that erases late writes to an erased account. */
export function accountJobs(deps: ErasureDeps & { log: ErasureLog }): Job[] {
	return [handleTask(eraseAccountTask, ({ userId }) => eraseLateWrites(deps, userId))];
}
