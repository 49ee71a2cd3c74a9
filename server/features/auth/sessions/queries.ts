import { MAX_SESSIONS } from '#contract/accounts/facts.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import { and, desc, eq, gt, inArray, type SQL, type SQLWrapper, sql } from '#server/db/drizzle.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import type { Claims } from './tokens.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** The shortest time between two updates of a session's last use. */
const LAST_SEEN_INTERVAL = sql`interval '5 minutes'`;

/**
 * The open session of a token, as SQL from `from` on: not expired, the current token version, and a user neither banned
 * nor deleted. `banned_at` and `deleted_at` are checked in one `coalesce` on purpose. As two conditions they would
 * match the partial index on user names, and PostgreSQL would scan that index instead of looking up the id.
 * @param claims the token's claims as SQL expressions
 */
export const fromOpenSession = ({ id, sid, ver }: Record<keyof Claims, SQLWrapper>): SQL => sql`
	from ${sessions} session
	join ${users} person on person.id = session.user_id
	where session.id = ${sid} and session.expires_at > now()
		and person.id = ${id} and person.token_version = ${ver}
		and coalesce(person.banned_at, person.deleted_at) is null`;

const { placeholder } = sql;
const CLAIM_PLACEHOLDERS = {
	id: placeholder('id'),
	sid: placeholder('sid'),
	ver: placeholder('ver'),
};

/** `isSeenAgain`: whether the time of the last use must be updated. Most requests need not write that time. */
const selectOpenSession = prepareStatement<{ isSeenAgain: boolean }>(
	'open session',
	sql`select session.last_seen_at < now() - ${LAST_SEEN_INTERVAL} as "isSeenAgain" ${fromOpenSession(CLAIM_PLACEHOLDERS)}`,
);

/** Returns undefined when the token opens no session. */
export async function findOpenSession(
	db: Db,
	{ id, sid, ver }: Claims,
): Promise<{ isSeenAgain: boolean } | undefined> {
	const [found] = await selectOpenSession(db, { id, sid, ver });
	return found;
}

/** @returns those of the ids whose sessions have not expired */
export async function listOpenSessions(db: Db, ids: readonly string[]): Promise<string[]> {
	const isRequested = sql`${sessions.id} = any(${sql.param([...ids])}::uuid[])`;
	const found = await db
		.select({ id: sessions.id })
		.from(sessions)
		.where(and(isRequested, gt(sessions.expiresAt, sql`now()`)));
	return found.map(({ id }) => id);
}

export async function updateLastSeen(db: Db, sid: string): Promise<void> {
	await db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, sid));
}

// Locks the user, so that the statement waits for a transaction that raises the token version, and then inserts nothing.
const insertSessionOfVersion = prepareStatement<{ id: string }>(
	'insert session',
	sql`insert into ${sessions} (id, user_id, expires_at, user_agent)
		select ${placeholder('id')}::uuid, id, ${placeholder('expiresAt')}::timestamptz, ${placeholder('userAgent')}::text
		from ${users} where id = ${placeholder('userId')} and token_version = ${placeholder('tokenVersion')}
		for share
		returning id`,
);

type NewSession = Pick<typeof sessions.$inferInsert, 'id' | 'userId' | 'expiresAt' | 'userAgent'> &
	Pick<typeof users.$inferSelect, 'tokenVersion'>;

/** @returns false, without a session, when the user has another token version by now */
export async function insertSession(
	db: Db,
	{ userAgent = null, ...session }: NewSession,
): Promise<boolean> {
	const inserted = await insertSessionOfVersion(db, { ...session, userAgent });
	return inserted.length === 1;
}

/** Whether the user has this session and the session is open. */
export async function hasSession(db: Db, userId: number, id: string): Promise<boolean> {
	const found = await db
		.select({ id: sessions.id })
		.from(sessions)
		.where(
			and(eq(sessions.id, id), eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)),
		);
	return found.length === 1;
}

/** Whether the session began within `minutes`: its owner has just signed in. */
export async function hasRecentSession(
	db: Db,
	userId: number,
	id: string,
	minutes: number,
): Promise<boolean> {
	const found = await db
		.select({ id: sessions.id })
		.from(sessions)
		.where(
			and(
				eq(sessions.id, id),
				eq(sessions.userId, userId),
				sql`${sessions.createdAt} > now() - make_interval(mins => ${minutes})`,
			),
		);
	return found.length === 1;
}

export async function deleteSession(db: Db, id: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.id, id));
}

/** @returns false when the user has no such session */
export async function deleteUserSession(db: Db, userId: number, id: string): Promise<boolean> {
	const { rowCount } = await db
		.delete(sessions)
		.where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
	return rowCount === 1;
}

/** Open sessions, the most recently used first, limited to the number that is kept. */
export async function listSessions(db: Db, userId: number): Promise<SessionRow[]> {
	return db
		.select()
		.from(sessions)
		.where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
		.orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
		.limit(MAX_SESSIONS);
}

/**
 * Ends all sessions of these users at once, within a transaction: raises the token versions and deletes the rows. The
 * users are locked first, so that a simultaneous sign-in waits and then opens no session. Lock several users beforehand,
 * in the order of their ids.
 */
export async function endAllSessions(tx: Db, userIds: readonly number[]): Promise<void> {
	await tx
		.update(users)
		.set({ tokenVersion: sql`${users.tokenVersion} + 1` })
		.where(inArray(users.id, userIds));
	await tx.delete(sessions).where(inArray(sessions.userId, userIds));
}

/** Deletes expired sessions, which only keeps the table small. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
	await db.delete(sessions).where(sql`${sessions.expiresAt} < now()`);
}

/**
 * Deletes the least recently used sessions of users with more than MAX_SESSIONS. A job does this, so that opening a
 * session stays cheap.
 */
export async function deleteExcessSessions(db: Db): Promise<void> {
	await db.execute(sql`
		delete from ${sessions} where id in (
			select id from (
				select id, row_number() over (
					partition by user_id order by last_seen_at desc, created_at desc
				) as place
				from ${sessions} where user_id in (
					select user_id from ${sessions} group by user_id having count(*) > ${MAX_SESSIONS}
				)
			) placed where place > ${MAX_SESSIONS}
		)`);
}
