import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { oneTimeLinks } from '#server/db/schema/one-time-links.ts';

export type LinkPurpose = 'reset-password' | 'confirm-email';

/**
 * Records the request for a link.
 * @returns the exact time of the request, as PostgreSQL writes it; undefined, without a change, when the last request
 * is less than `minIntervalSeconds` ago. The statement decides between two concurrent requests. A request time in the
 * future, left by a clock that was set back, counts as old.
 */
export async function upsertLinkRequest(
	db: Db,
	userId: number,
	purpose: LinkPurpose,
	minIntervalSeconds: number,
): Promise<string | undefined> {
	const [upserted] = await db
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
		.returning({ requestedAt: sql<string>`${oneTimeLinks.requestedAt}::text` });
	return upserted?.requestedAt;
}

/** Which link a token is for. */
export interface RequestedLink {
	userId: number;
	purpose: LinkPurpose;
	/** The result of `upsertLinkRequest`. Undefined means the newest request. */
	requestedAt?: string | undefined;
}

/**
 * Stores the token of a requested link. The database's clock alone sets and checks the expiry.
 * @returns false when the link is no longer wanted, or was requested again since
 */
export async function setToken(
	db: Db,
	{ userId, purpose, requestedAt }: RequestedLink,
	{ hash, validMs }: { hash: string; validMs: number },
): Promise<boolean> {
	const isNewestRequest =
		requestedAt === undefined
			? undefined
			: sql`${oneTimeLinks.requestedAt} = ${requestedAt}::timestamptz`;
	const changed = await db
		.update(oneTimeLinks)
		.set({
			tokenHash: hash,
			expiresAt: sql`now() + ${validMs}::float8 * interval '1 millisecond'`,
			olderTokens: tokensStillValid(purpose),
		})
		.where(and(isLinkOf(userId, purpose), isNewestRequest, isNull(oneTimeLinks.usedAt)))
		.returning({ userId: oneTimeLinks.userId });
	return changed.length === 1;
}

/** The user whose link this token opens now. */
export async function findLinkOwner(
	db: Db,
	purpose: LinkPurpose,
	hash: string,
): Promise<number | undefined> {
	const [row] = await db
		.select({ userId: oneTimeLinks.userId })
		.from(oneTimeLinks)
		.where(isValidToken(purpose, hash));
	return row?.userId;
}

/** @returns false when the token is no longer valid; only one of two concurrent calls uses it */
export async function markTokenUsed(db: Db, purpose: LinkPurpose, hash: string): Promise<boolean> {
	const used = await db
		.update(oneTimeLinks)
		.set({ usedAt: sql`now()`, olderTokens: {} })
		.where(isValidToken(purpose, hash))
		.returning({ userId: oneTimeLinks.userId });
	return used.length === 1;
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

function isValidToken(purpose: LinkPurpose, hash: string) {
	const { tokenHash, expiresAt, olderTokens, usedAt } = oneTimeLinks;
	const isNewest = and(eq(tokenHash, hash), gt(expiresAt, sql`now()`));
	// The operator `?` can use the index on the keys of `older_tokens`; the comparison of the date cannot.
	const isOlder = sql`${olderTokens} ? ${hash} and (${olderTokens} ->> ${hash}::text)::timestamptz > now()`;
	return and(eq(oneTimeLinks.purpose, purpose), isNull(usedAt), or(isNewest, isOlder));
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
