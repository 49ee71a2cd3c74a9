import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import type { Db } from '#server/db/client.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { invalidField } from '#server/lib/app-error.ts';
import {
	findLinkOwner,
	type LinkPurpose,
	markTokenUsed,
	type RequestedLink,
	setToken,
	upsertLinkRequest,
} from './queries.ts';

const MINUTE_MS = 60_000;
const VALID_MS: Record<LinkPurpose, number> = {
	'reset-password': RECOVERY_LIMITS.resetMinutes * MINUTE_MS,
	'confirm-email': RECOVERY_LIMITS.confirmHours * 60 * MINUTE_MS,
};

/**
 * Queues the mail of a link, within the caller's transaction. Older links that confirm an address become
 * invalid; older links that set a password stay valid until they expire.
 * @param minIntervalSeconds the minimum time since the last such link
 * @returns false, and queues no mail, when the last link is more recent
 */
export async function requestLink(
	tx: Db,
	addTask: AddTask,
	userId: number,
	purpose: LinkPurpose,
	minIntervalSeconds: number = RECOVERY_LIMITS.secondsBetweenLinks,
): Promise<boolean> {
	const requestedAt = await upsertLinkRequest(tx, userId, purpose, minIntervalSeconds);
	if (requestedAt === undefined) return false;
	await addTask(tx, accountMailTask, { letter: purpose, userId, requestedAt });
	return true;
}

/**
 * Creates the token of a requested link. Called when the mail is written, so that only the mail contains the token; a
 * retried mail gets a new token. A mail that is retried after a newer request gets none: the token of a link that confirms
 * an address would invalidate the newer link.
 * @returns undefined when the link is no longer wanted, or was requested again since
 */
export async function createToken(db: Db, requested: RequestedLink): Promise<string | undefined> {
	const token = randomBytes(32).toString('base64url');
	const link = { hash: hashToken(token), validMs: VALID_MS[requested.purpose] };
	const isRequested = await setToken(db, requested, link);
	return isRequested ? token : undefined;
}

/**
 * Finds the user of a token without using the token up: before expensive work and before the user is locked.
 * @throws AppError invalid, the same for a forged, used, revoked or expired token
 */
export async function findTokenOwner(db: Db, purpose: LinkPurpose, token: string): Promise<number> {
	return (await findLinkOwner(db, purpose, hashToken(token))) ?? rejectToken();
}

/**
 * Uses up a token and the user's other tokens of this purpose. Lock the user first: everything that changes a user and
 * their links locks in this order.
 * @throws AppError invalid when the token is no longer valid
 */
export async function consumeToken(tx: Db, purpose: LinkPurpose, token: string): Promise<void> {
	if (!(await markTokenUsed(tx, purpose, hashToken(token)))) rejectToken();
}

/**
 * The same error for every invalid token.
 * @throws AppError invalid
 */
export function rejectToken(): never {
	throw invalidField('token', RECOVERY_ERRORS.linkExpired);
}

/**
 * One round of SHA-256 without a salt is enough for a token of 256 random bits. The table is searched by the hash, so
 * the time of a look-up reveals nothing about the token.
 */
function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}
