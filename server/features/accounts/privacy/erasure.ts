import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { deleteAccount } from '#contract/accounts/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import {
	lockReauthenticated,
	requireReauthentication,
} from '#server/features/accounts/reauthenticate.ts';
import { requireDeleteConfirmation } from '#server/features/accounts/rules.ts';
import { requirePerson, type SessionOwner } from '#server/features/auth/commands.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { type AddTask, defineTask } from '#server/jobs/tasks.ts';

export interface ErasureDeps {
	db: Db;
	addTask: AddTask;
	/** Erases what all features store about a user (server/app/personal-data.ts). */
	erasePersonalData: (tx: Db, userId: number, addTask: AddTask) => Promise<void>;
}

type ErasureLog = Pick<FastifyBaseLogger, 'info'>;

/** Erases what a request in progress wrote after the account was erased. */
export const eraseAccountTask = defineTask('erase-account', z.object({ userId: z.int() }), {
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
	await requireReauthentication(db, owner, user, { password, path: 'password' });
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
