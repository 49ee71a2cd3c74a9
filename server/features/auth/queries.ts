import { MAX_SESSIONS } from '#contract/accounts/facts.ts';
import { buildOncePerPool, type Db, prepareStatement } from '#server/db/client.ts';
import {
	and,
	asc,
	desc,
	eq,
	gt,
	inArray,
	isNull,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from '#server/db/drizzle.ts';
import { identities, sessions, users } from '#server/db/schema/users.ts';
import type { Claims } from './sessions/tokens.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type IdentityRow = typeof identities.$inferSelect;

/** A contact that identifies an account: one of the two. */
export interface Contact {
	email?: string | undefined;
	/** E.164. */
	phone?: string | undefined;
}

const { placeholder } = sql;

/** Any user whose account is not erased; banned users too. */
export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
	const [row] = await userById(db).execute({ id });
	return row;
}

const userById = buildOncePerPool((db) =>
	db
		.select()
		.from(users)
		.where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt)))
		.prepare('user by id'),
);

const usersByContact = buildOncePerPool((db) => {
	const condition = or(
		eq(users.email, placeholder('email')),
		eq(users.phone, placeholder('phone')),
	);
	const query = db
		.select()
		.from(users)
		.where(and(condition, isNull(users.deletedAt)));
	return query.limit(1).prepare('user by contact');
});

/** The user with this email address or phone number. */
export async function findUserByContact(
	db: Db,
	{ email, phone }: Contact,
): Promise<UserRow | undefined> {
	const [row] = await usersByContact(db).execute({ email: email ?? null, phone: phone ?? null });
	return row;
}

export async function findUserByIdentity(
	db: Db,
	issuer: string,
	subject: string,
): Promise<UserRow | undefined> {
	const [row] = await db
		.select({ user: users })
		.from(identities)
		.innerJoin(users, eq(users.id, identities.userId))
		.where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
	return row?.user;
}

/** @returns undefined when the email address or phone number is taken; the unique index decides, not an earlier read */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
	const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
	return row;
}

/** @returns false when the identity already belongs to an account */
export async function insertIdentity(
	db: Db,
	issuer: string,
	subject: string,
	userId: number,
): Promise<boolean> {
	const identity = { issuer, subject, userId };
	const { rowCount } = await db.insert(identities).values(identity).onConflictDoNothing();
	return rowCount === 1;
}

/** The identities of providers that are linked to a user, oldest first. */
export async function listIdentities(db: Db, userId: number): Promise<IdentityRow[]> {
	return db
		.select()
		.from(identities)
		.where(eq(identities.userId, userId))
		.orderBy(asc(identities.createdAt));
}

/**
 * @param issuer all issuers if omitted
 * @returns false when no identity was deleted
 */
export async function deleteIdentities(db: Db, userId: number, issuer?: string): Promise<boolean> {
	const ofIssuer = issuer === undefined ? undefined : eq(identities.issuer, issuer);
	const condition = and(eq(identities.userId, userId), ofIssuer);
	const { rowCount } = await db.delete(identities).where(condition);
	return rowCount !== 0;
}

/** @returns the changed user; undefined for an unknown or erased account */
export async function updateUser(
	db: Db,
	id: number,
	changes: Partial<NewUser>,
): Promise<UserRow | undefined> {
	const [row] = await db
		.update(users)
		.set(changes)
		.where(and(eq(users.id, id), isNull(users.deletedAt)))
		.returning();
	return row;
}

/** Stores another hash of the same password, unless the password has changed since it was verified. */
export async function replaceHash(
	db: Db,
	{ id, passwordHash: previousHash }: { id: number; passwordHash: string },
	passwordHash: string,
): Promise<void> {
	await db
		.update(users)
		.set({ passwordHash })
		.where(and(eq(users.id, id), eq(users.passwordHash, previousHash)));
}

/** Locks a user until the transaction ends, so that decisions about the user stay valid. */
export function lockUser(db: Db, id: number): Promise<UserRow | undefined> {
	return lockUserWhere(db, eq(users.id, id));
}

/** Like `lockUser`, by email address. */
export function lockUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
	return lockUserWhere(db, eq(users.email, email));
}

async function lockUserWhere(db: Db, condition: SQL): Promise<UserRow | undefined> {
	const [row] = await db
		.select()
		.from(users)
		.where(and(condition, isNull(users.deletedAt)))
		.for('no key update');
	return row;
}

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
