import { buildOncePerPool, type Db } from '#server/db/client.ts';
import { and, asc, eq, isNull, or, type SQL, sql } from '#server/db/drizzle.ts';
import { identities, users } from '#server/db/schema/users.ts';

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
