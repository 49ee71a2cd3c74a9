import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_LIMITS, RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { invalidField } from '#server/lib/app-error.ts';
import {
	findLinkOwner,
	type LinkPurpose,
	markTokenUsed,
	setToken,
	upsertLinkRequest,
} from './queries.ts';

const MINUTE_MS = 60_000;
const VALID_MS: Record<LinkPurpose, number> = {
	'reset-password': RECOVERY_LIMITS.resetMinutes * MINUTE_MS,
	'confirm-email': RECOVERY_LIMITS.confirmHours * 60 * MINUTE_MS,
};

/**
 * Has a link mailed to a person, as part of a transaction. One that confirms an address takes the place of an older one.
 * @param minIntervalSeconds at least since they were mailed such a link
 * @returns false when it was less: then none is mailed
 */
export async function requestLink(
	tx: Db,
	addTask: AddTask,
	userId: number,
	purpose: LinkPurpose,
	minIntervalSeconds: number = RECOVERY_LIMITS.secondsBetweenLinks,
): Promise<boolean> {
	if (!(await upsertLinkRequest(tx, userId, purpose, minIntervalSeconds))) return false;
	await addTask(tx, 'mail', { letter: purpose, userId });
	return true;
}

/**
 * Makes the token of a requested link: called when its mail is written, so that the token is in the mail only. A mail that
 * is tried again has a new one.
 * @returns undefined when the link is not wanted any more
 */
export async function createToken(
	db: Db,
	userId: number,
	purpose: LinkPurpose,
): Promise<string | undefined> {
	const token = randomBytes(32).toString('base64url');
	const link = { hash: hashToken(token), validMs: VALID_MS[purpose] };
	const isRequested = await setToken(db, userId, purpose, link);
	return isRequested ? token : undefined;
}

/**
 * Looks whose token this is, without spending it: before work that costs, and before its person is locked.
 * @throws Refusal invalid for one that is forged, used, void or too old, all alike
 */
export async function findTokenOwner(db: Db, purpose: LinkPurpose, token: string): Promise<number> {
	return (await findLinkOwner(db, purpose, hashToken(token))) ?? rejectToken();
}

/**
 * Uses a token up, and every other for this purpose. Lock its person first: whoever changes a person and their links takes them in this order.
 * @throws Refusal invalid when it is not good any more
 */
export async function consumeToken(tx: Db, purpose: LinkPurpose, token: string): Promise<void> {
	if (!(await markTokenUsed(tx, purpose, hashToken(token)))) rejectToken();
}

/**
 * The one answer to every token that opens nothing.
 * @throws Refusal invalid
 */
export function rejectToken(): never {
	throw invalidField('token', RECOVERY_MESSAGES.linkExpired);
}

/** Of 256 random bits, so that one round without salt is enough, and the time of a look-up tells nothing of the token. */
function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}
