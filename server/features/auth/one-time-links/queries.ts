import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { oneTimeLinks } from '#server/db/schema/one-time-links.ts';

export type LinkPurpose = 'reset-password' | 'confirm-email';
export type LinkRow = typeof oneTimeLinks.$inferSelect;

/**
 * Notes that a person wants a link.
 * @returns false when they asked less than `seconds` ago: then nothing changes. The statement decides between two at once. A
 * time to come was noted by a clock that has been set back since.
 */
export async function upsertLinkRequest(
	db: Db,
	userId: number,
	purpose: LinkPurpose,
	minIntervalSeconds: number,
): Promise<boolean> {
	const upserted = await db
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
			// Of two at once the second began before the first one's note: its own time is not yet this one's.
			setWhere: sql`${oneTimeLinks.requestedAt} not between now() - make_interval(secs => ${minIntervalSeconds}) and clock_timestamp()`,
		})
		.returning({ userId: oneTimeLinks.userId });
	return upserted.length === 1;
}

/**
 * Gives a wanted link its token. When it ends is a matter of the database's clock alone, which judges it.
 * @returns false when nobody wants it any more
 */
export async function setToken(
	db: Db,
	userId: number,
	purpose: LinkPurpose,
	{ hash, validMs }: { hash: string; validMs: number },
): Promise<boolean> {
	const changed = await db
		.update(oneTimeLinks)
		.set({
			tokenHash: hash,
			expiresAt: sql`now() + ${validMs}::float8 * interval '1 millisecond'`,
			olderTokens: tokensStillValid(purpose),
		})
		.where(and(isLinkOf(userId, purpose), isNull(oneTimeLinks.usedAt)))
		.returning({ userId: oneTimeLinks.userId });
	return changed.length === 1;
}

/** Whose link this token opens now. */
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

/** @returns false when it is not good any more: of two at once, one spends it */
export async function markTokenUsed(db: Db, purpose: LinkPurpose, hash: string): Promise<boolean> {
	const used = await db
		.update(oneTimeLinks)
		.set({ usedAt: sql`now()`, olderTokens: {} })
		.where(isValidToken(purpose, hash))
		.returning({ userId: oneTimeLinks.userId });
	return used.length === 1;
}

/** Voids a link whose reason is gone, and with it the mail that may still wait to be written. */
export async function revokeLink(db: Db, userId: number, purpose: LinkPurpose): Promise<void> {
	await db
		.update(oneTimeLinks)
		.set({ usedAt: sql`coalesce(${oneTimeLinks.usedAt}, now())`, olderTokens: {} })
		.where(isLinkOf(userId, purpose));
}

export async function listLinks(db: Db, userId: number): Promise<LinkRow[]> {
	return db.select().from(oneTimeLinks).where(eq(oneTimeLinks.userId, userId));
}

export async function deleteLinks(db: Db, userId: number): Promise<void> {
	await db.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, userId));
}

/** Links that can open nothing any more; this only keeps the table small. */
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
	// The first half is what the index knows.
	const isOlder = sql`${olderTokens} ? ${hash} and (${olderTokens} ->> ${hash}::text)::timestamptz > now()`;
	return and(eq(oneTimeLinks.purpose, purpose), isNull(usedAt), or(isNewest, isOlder));
}

/**
 * Those that a newer link leaves as they are. To set a password, all that are good: anybody can ask for a newer one, and would keep
 * the owner out by asking again and again. To confirm an address none: an older one may have gone to another address.
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
