import type * as z from 'zod/mini';
import { ACCOUNT_MESSAGES, type deleteAccount } from '#contract/accounts/account.ts';
import type { Db } from '#server/db/client.ts';
import { deleteFormerAddresses } from '#server/features/accounts/former-address-queries.ts';
import {
	lockReauthenticated,
	requireReauthentication,
} from '#server/features/accounts/reauthenticate.ts';
import { requireDeleteConfirmation } from '#server/features/accounts/rules.ts';
import { requirePerson, type SessionOwner } from '#server/features/auth/commands.ts';
import { deleteLinks } from '#server/features/auth/one-time-links/queries.ts';
import { deleteIdentities, findUser } from '#server/features/auth/queries.ts';
import { endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { expirePhotos } from '#server/features/photos/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import {
	deleteBlocks,
	deleteNotifications,
	eraseFeedback,
	eraseMessages,
	eraseReports,
	redactNotifications,
} from './erasure-conversations-queries.ts';
import {
	deleteIdempotencyKeys,
	deletePendingPhotos,
	eraseItems,
	erasePerson,
} from './erasure-queries.ts';

interface ErasureDeps {
	db: Db;
	addTask: AddTask;
}

/** Longer than any request may run: requests that began before the erasure have ended by then. */
const SECOND_PASS_DELAY_SECONDS = 600;

/**
 * Erases an account for good: personal data, texts and photos. The ids stay, so that the other side of a chat keeps its
 * messages.
 * @throws AppError invalid without the password, or without the confirmation word if the account has no password
 */
export async function eraseAccount(
	{ db, addTask }: ErasureDeps,
	owner: SessionOwner,
	{ password, confirmation }: z.output<(typeof deleteAccount)['body']>,
): Promise<void> {
	const { id: userId } = owner;
	const user = requirePerson(await findUser(db, userId));
	requireDeleteConfirmation(user, confirmation);
	await requireReauthentication(db, owner, user, { password, path: 'password' });
	await db.transaction(async (tx) => {
		await lockReauthenticated(tx, user, 'password');
		await eraseAndSchedule({ db: tx, addTask }, userId);
	});
}

/**
 * Erases an account again that a restored backup has brought back.
 * @returns false when the account does not exist, or was created after `erasedAt`: ids restart where the backup ends
 */
export async function eraseRestored(
	{ db, addTask }: ErasureDeps,
	userId: number,
	erasedAt: Date,
): Promise<boolean> {
	const user = await findUser(db, userId);
	if (!user || user.createdAt > erasedAt) return false;
	await db.transaction((tx) => eraseAndSchedule({ db: tx, addTask }, userId));
	return true;
}

async function eraseAndSchedule({ db, addTask }: ErasureDeps, userId: number): Promise<void> {
	await eraseAll({ db, addTask }, userId);
	await addTask(db, 'erase-account', { userId }, SECOND_PASS_DELAY_SECONDS);
}

/** Erases what a request in progress wrote after the account was erased. */
export async function eraseLateWrites({ db, addTask }: ErasureDeps, userId: number): Promise<void> {
	if (await findUser(db, userId)) return;
	await db.transaction((tx) => eraseAll({ db: tx, addTask }, userId));
}

/** Idempotent: running it again leaves the same result. */
async function eraseAll({ db, addTask }: ErasureDeps, userId: number): Promise<void> {
	await eraseConversations(db, userId);
	await deleteIdempotencyKeys(db, userId);
	const hashes = [
		...(await eraseItems(db, userId)),
		...(await deletePendingPhotos(db, userId)),
		...(await erasePerson(db, userId, ACCOUNT_MESSAGES.deletedName)),
	];
	// A change of address locks the user: former addresses written so far are visible here, and none can follow.
	await deleteFormerAddresses(db, userId);
	await deleteIdentities(db, userId);
	await deleteLinks(db, userId);
	await endAllSessions(db, userId);
	await expirePhotos(db, hashes);
	await addTask(db, 'remove-photos', {});
	await addTask(db, 'forget-title-words', {});
}

/** Runs before the account loses its address, which is needed to find feedback sent under that address. */
async function eraseConversations(db: Db, userId: number): Promise<void> {
	await eraseMessages(db, userId);
	await deleteBlocks(db, userId);
	await eraseReports(db, userId);
	await eraseFeedback(db, userId);
	await deleteNotifications(db, userId);
	await redactNotifications(db, userId);
}
