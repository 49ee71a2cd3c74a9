import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import type { Db } from '#server/db/client.ts';
import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from '#server/db/drizzle.ts';
import { oneTimeLinks } from '#server/db/schema/one-time-links.ts';
import { formerAddresses } from '#server/db/schema/users.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { invalidField } from '#server/lib/app-error.ts';

export type LinkPurpose = 'reset-password' | 'confirm-email';

const VALID_SECONDS: Record<LinkPurpose, number> = {
	'reset-password': RECOVERY_LIMITS.resetMinutes * 60,
	'confirm-email': RECOVERY_LIMITS.confirmHours * 60 * 60,
};

/**
 * Queues the mail of a link, within the caller's transaction. Older links that confirm an address become invalid; older
 * links that set a password stay valid until they expire. The statement decides between two concurrent requests. A
 * request time in the future, left by a clock that was set back, counts as old.
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
	const [link] = await tx
		.insert(oneTimeLinks)
		.values({ userId, purpose })
		.onConflictDoUpdate({
			target: [oneTimeLinks.userId, oneTimeLinks.purpose],
			set: {
				requestedAt: sql`now()`,
				tokenHash: null,
				expiresAt: null,
				usedAt: null,
				olderTokens: tokensStillValid(purpose),
			},
			// The second of two concurrent requests began before the first one committed, so its now() may be earlier than
			// `requestedAt`.
			setWhere: sql`${oneTimeLinks.requestedAt} not between now() - make_interval(secs => ${minIntervalSeconds}) and clock_timestamp()`,
		})
		// As PostgreSQL writes it, because a Date has no microseconds.
		.returning({ requestedAt: sql<string>`${oneTimeLinks.requestedAt}::text` });
	if (!link) return false;
	await addTask(tx, accountMailTask, { letter: purpose, userId, requestedAt: link.requestedAt });
	return true;
}

/** Which link a token is for. */
export interface RequestedLink {
	userId: number;
	purpose: LinkPurpose;
	/** The exact time of the request. Undefined means the newest request. */
	requestedAt?: string | undefined;
}

/**
 * Creates the token of a requested link. Called when the mail is written, so that only the mail contains the token; a
 * retried mail gets a new token. A mail that is retried after a newer request gets none: the token of a link that confirms
 * an address would invalidate the newer link. The database's clock alone sets and checks the expiry.
 * @returns undefined when the link is no longer wanted, or was requested again since
 */
export async function createToken(
	db: Db,
	{ userId, purpose, requestedAt }: RequestedLink,
): Promise<string | undefined> {
	const token = randomBytes(32).toString('base64url');
	const isNewestRequest =
		requestedAt === undefined
			? undefined
			: sql`${oneTimeLinks.requestedAt} = ${requestedAt}::timestamptz`;
	const { rowCount } = await db
		.update(oneTimeLinks)
		.set({
			tokenHash: hashToken(token),
			expiresAt: sql`now() + make_interval(secs => ${VALID_SECONDS[purpose]})`,
			olderTokens: tokensStillValid(purpose),
		})
		.where(and(isLinkOf(userId, purpose), isNewestRequest, isNull(oneTimeLinks.usedAt)));
	return rowCount === 1 ? token : undefined;
}

/**
 * Finds the user of a token without using the token up: before expensive work and before the user is locked.
 * @throws AppError invalid, the same for a forged, used, revoked or expired token
 */
export async function findTokenOwner(db: Db, purpose: LinkPurpose, token: string): Promise<number> {
	const [row] = await db
		.select({ userId: oneTimeLinks.userId })
		.from(oneTimeLinks)
		.where(isValidToken(purpose, token));
	return row?.userId ?? rejectToken();
}

/**
 * Uses up a token and the user's other tokens of this purpose; only one of two concurrent calls uses it. Lock the user
 * first: everything that changes a user and their links locks in this order.
 * @throws AppError invalid when the token is no longer valid
 */
export async function consumeToken(tx: Db, purpose: LinkPurpose, token: string): Promise<void> {
	const used = await tx
		.update(oneTimeLinks)
		.set({ usedAt: sql`now()`, olderTokens: {} })
		.where(isValidToken(purpose, token))
		.returning({ userId: oneTimeLinks.userId });
	if (used.length !== 1) rejectToken();
}

/**
 * The same error for every invalid token.
 * @throws AppError invalid
 */
export function rejectToken(): never {
	throw invalidField('token', RECOVERY_ERRORS.linkExpired);
}

/** Revokes a link whose reason is gone, and with it a queued mail that is not written yet. */
export async function revokeLink(db: Db, userId: number, purpose: LinkPurpose): Promise<void> {
	await db
		.update(oneTimeLinks)
		.set({ usedAt: sql`coalesce(${oneTimeLinks.usedAt}, now())`, olderTokens: {} })
		.where(isLinkOf(userId, purpose));
}

/** Deletes expired links, which only keeps the table small. */
export async function deleteOldLinks(db: Db): Promise<void> {
	await db
		.delete(oneTimeLinks)
		.where(
			and(
				isNotNull(oneTimeLinks.expiresAt),
				sql`${oneTimeLinks.expiresAt} < now() - interval '1 day'`,
			),
		);
}

function isLinkOf(userId: number, purpose: LinkPurpose) {
	return and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, purpose));
}

function isValidToken(purpose: LinkPurpose, token: string) {
	const hash = hashToken(token);
	const { tokenHash, expiresAt, olderTokens, usedAt } = oneTimeLinks;
	const isNewest = and(eq(tokenHash, hash), gt(expiresAt, sql`now()`));
	// The operator `?` can use the index on the keys of `older_tokens`; the comparison of the date cannot.
	const isOlder = sql`${olderTokens} ? ${hash} and (${olderTokens} ->> ${hash}::text)::timestamptz > now()`;
	return and(eq(oneTimeLinks.purpose, purpose), isNull(usedAt), or(isNewest, isOlder));
}

/**
 * One round of SHA-256 without a salt is enough for a token of 256 random bits. The table is searched by the hash, so
 * the time of a look-up reveals nothing about the token.
 */
function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}

/**
 * The tokens that stay valid when a newer link is requested. For setting a password: all valid ones, because a stranger
 * who requests newer links could otherwise lock the owner out. For confirming an address: none, because an older link
 * may have gone to another address.
 */
function tokensStillValid(purpose: LinkPurpose): SQL {
	if (purpose === 'confirm-email') return sql`'{}'`;
	const { tokenHash, expiresAt, olderTokens, usedAt } = oneTimeLinks;
	return sql`(
		select coalesce(jsonb_object_agg(hash, ends), '{}')
		from (
			select * from jsonb_each_text(${olderTokens})
			union all select ${tokenHash}, ${expiresAt}::text where ${tokenHash} is not null
		) as made (hash, ends)
		where ${usedAt} is null and ends::timestamptz > now())`;
}

/** Former addresses whose mail about the change has not been sent yet, in the order in which the user left them. */
export async function listFormerAddresses(db: Db, userId: number): Promise<string[]> {
	const rows = await db
		.select({ email: formerAddresses.email })
		.from(formerAddresses)
		.where(eq(formerAddresses.userId, userId))
		.orderBy(asc(formerAddresses.position));
	return rows.map(({ email }) => email);
}

/** Does nothing if the address still waits for the mail about an earlier change: the address then gets one mail only. */
export async function insertFormerAddress(db: Db, userId: number, email: string): Promise<void> {
	await db.insert(formerAddresses).values({ userId, email }).onConflictDoNothing();
}

/** @param email all former addresses of the user if omitted */
export async function deleteFormerAddresses(db: Db, userId: number, email?: string): Promise<void> {
	const condition = email === undefined ? undefined : eq(formerAddresses.email, email);
	await db.delete(formerAddresses).where(and(eq(formerAddresses.userId, userId), condition));
}
