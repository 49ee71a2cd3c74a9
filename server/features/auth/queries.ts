import { and, asc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { builtOnce } from '#server/db/prepared.ts';
import { identities, users } from '#server/db/tables/users.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type IdentityRow = typeof identities.$inferSelect;

/** A person whose address has been proved. */
export interface ProvenUser extends UserRow {
	/** Nobody had before: whoever was signed in to the account no longer is. */
	hasEndedSessions: boolean;
}

/** How a person is found at sign-in: by one of the two. */
export interface Contact {
	email?: string | undefined;
	/** E.164. */
	phone?: string | undefined;
}

const { placeholder } = sql;

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
	const [row] = await userByNumber(db).execute({ id });
	return row;
}

const userByNumber = builtOnce((db) =>
	db
		.select()
		.from(users)
		.where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt)))
		.prepare('user by number'),
);

const usersByContact = builtOnce((db) => {
	const known = or(eq(users.email, placeholder('email')), eq(users.phone, placeholder('phone')));
	const found = db
		.select()
		.from(users)
		.where(and(known, isNull(users.deletedAt)));
	return found.limit(1).prepare('user by contact');
});

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

/** Undefined when the email or phone number is taken: the index decides the race, not a read before it. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
	const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
	return row;
}

/**
 * Notes that the person behind this address has proved it theirs. Where nobody had, what was set up under the address may
 * be a stranger's and ends: the password, sessions, linked identities, an address that waits to take its place. Who proves
 * an address owns the account.
 */
export async function confirmEmail(db: Db, email: string): Promise<ProvenUser | undefined> {
	const unproven = sql`${users.emailConfirmedAt} is null`;
	await db.delete(identities).where(
		inArray(
			identities.userId,
			db
				.select({ id: users.id })
				.from(users)
				.where(and(eq(users.email, email), isNull(users.emailConfirmedAt))),
		),
	);
	const [row] = await db
		.update(users)
		.set({
			emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`,
			passwordHash: sql`case when ${unproven} then null else ${users.passwordHash} end`,
			pendingEmail: sql`case when ${unproven} then null else ${users.pendingEmail} end`,
			tokenVersion: sql`${users.tokenVersion} + case when ${unproven} then 1 else 0 end`,
		})
		.where(and(eq(users.email, email), isNull(users.deletedAt)))
		.returning({
			...getTableColumns(users),
			hasEndedSessions: sql<boolean>`${users.emailConfirmedAt} = now()`,
		});
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

/** Oldest first. */
export async function listIdentities(db: Db, userId: number): Promise<IdentityRow[]> {
	return db
		.select()
		.from(identities)
		.where(eq(identities.userId, userId))
		.orderBy(asc(identities.createdAt));
}

/** @param issuer all issuers unless said */
export async function deleteIdentities(db: Db, userId: number, issuer?: string): Promise<void> {
	const ofIssuer = issuer === undefined ? undefined : eq(identities.issuer, issuer);
	await db.delete(identities).where(and(eq(identities.userId, userId), ofIssuer));
}

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

/** Holds a person until the transaction ends: what is decided about them then stays true. */
export async function lockUser(db: Db, id: number): Promise<UserRow | undefined> {
	const [row] = await db
		.select()
		.from(users)
		.where(and(eq(users.id, id), isNull(users.deletedAt)))
		.for('no key update');
	return row;
}
