import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { identities, sessions, users } from '#server/db/tables/users.ts';
import type { Claims } from './tokens.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

/** How a person is found at sign-in: by one of the two. */
export interface Contact {
	email?: string | undefined;
	/** E.164. */
	phone?: string | undefined;
}

/** Whether the token's session is open, of its newest version, and its person neither banned nor gone. */
export async function isSessionOpen(db: Db, { id, sid, ver }: Claims): Promise<boolean> {
	const found = await db
		.select({ id: users.id })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(
			and(
				eq(sessions.id, sid),
				gt(sessions.expiresAt, sql`now()`),
				eq(users.id, id),
				eq(users.tokenVersion, ver),
				isNull(users.bannedAt),
				isNull(users.deletedAt),
			),
		);
	return found.length === 1;
}

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
	const [row] = await db
		.select()
		.from(users)
		.where(and(eq(users.id, id), isNull(users.deletedAt)));
	return row;
}

export async function findUserByContact(db: Db, contact: Contact): Promise<UserRow | undefined> {
	const ways: SQL[] = [];
	if (contact.email) ways.push(eq(users.email, contact.email));
	if (contact.phone) ways.push(eq(users.phone, contact.phone));
	const [row] = await db
		.select()
		.from(users)
		.where(and(or(...ways), isNull(users.deletedAt)))
		.limit(1);
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

/** Undefined when the email or phone number is taken: the index decides the race, not a read before it. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
	const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
	return row;
}

/**
 * Notes that the person behind this address has proved it theirs. Where nobody had, a password and sessions set up
 * under the address may be a stranger's, and end: who proves an address owns the account.
 */
export async function confirmEmail(db: Db, email: string): Promise<UserRow | undefined> {
	const unproven = sql`${users.emailConfirmedAt} is null`;
	const [row] = await db
		.update(users)
		.set({
			emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`,
			passwordHash: sql`case when ${unproven} then null else ${users.passwordHash} end`,
			tokenVersion: sql`${users.tokenVersion} + case when ${unproven} then 1 else 0 end`,
		})
		.where(and(eq(users.email, email), isNull(users.deletedAt)))
		.returning();
	return row;
}

export async function insertIdentity(
	db: Db,
	issuer: string,
	subject: string,
	userId: number,
): Promise<void> {
	await db.insert(identities).values({ issuer, subject, userId }).onConflictDoNothing();
}

export async function insertSession(
	db: Db,
	session: { id: string; userId: number; expiresAt: Date },
): Promise<void> {
	await db.insert(sessions).values(session);
}

export async function deleteSession(db: Db, id: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.id, id));
}

/** Sessions whose time is over open nothing; this only keeps the table small. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
	await db.delete(sessions).where(sql`${sessions.expiresAt} < now()`);
}
