import { and, asc, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { sessions, users } from '#server/db/schema/users.ts';

type Changes = PgUpdateSetSource<typeof users>;

/** Somebody who was changed. */
export interface ChangedUser {
	id: number;
	/** Before, no address could verify them: an administrator had said that they are not. */
	wasRefused: boolean;
	/** Before, a confirmed address of the college's verified them. */
	wasByAddress: boolean;
}

/** Whether there is such a person; an erased account is none. */
export async function hasUser(db: Db, id: number): Promise<boolean> {
	const found = await db
		.select({ id: users.id })
		.from(users)
		.where(isExistingUser([id]));
	return found.length === 1;
}

/**
 * Bans people and ends their sessions.
 * @returns those it changed
 */
export async function setUsersBanned(
	db: Db,
	ids: readonly number[],
	reason: string | undefined,
): Promise<ChangedUser[]> {
	const banned = await change(db, ids, isNull(users.bannedAt), {
		bannedAt: sql`now()`,
		banReason: reason ?? null,
		tokenVersion: sql`${users.tokenVersion} + 1`,
	});
	const bannedIds = banned.map(({ id }) => id);
	if (banned.length > 0) await db.delete(sessions).where(inArray(sessions.userId, bannedIds));
	return banned;
}

/** @returns those it changed */
export function setUsersUnbanned(db: Db, ids: readonly number[]): Promise<ChangedUser[]> {
	return change(db, ids, isNotNull(users.bannedAt), { bannedAt: null, banReason: null });
}

/** @returns those it changed */
export function setUsersVerified(db: Db, ids: readonly number[]): Promise<ChangedUser[]> {
	return change(db, ids, isNull(users.verifiedAt), {
		verifiedAt: sql`now()`,
		verifiedBy: 'admin',
	});
}

/**
 * By their own address again, since they proved it: only whom an address of the college's verifies (`verificationChange`).
 * @returns those it changed
 */
export function setUsersVerifiedByAddress(
	db: Db,
	ids: readonly number[],
	collegeDomains: readonly string[],
): Promise<ChangedUser[]> {
	const domain = sql`substring(${users.email} from '[^@]*$')`;
	const isProved = sql`${users.emailConfirmedAt} is not null
		and ${domain} = any(${sql.param([...collegeDomains])}::text[])`;
	return change(db, ids, sql`${users.verifiedAt} is null and ${isProved}`, {
		verifiedAt: users.emailConfirmedAt,
		verifiedBy: 'email',
	});
}

/**
 * @param isRefused that no address verifies them from here on
 * @returns those it changed
 */
export function setUsersUnverified(
	db: Db,
	ids: readonly number[],
	isRefused: boolean,
): Promise<ChangedUser[]> {
	const verifiedBy = isRefused ? 'admin' : null;
	return change(db, ids, isNotNull(users.verifiedAt), { verifiedAt: null, verifiedBy });
}

/**
 * The statement decides between two administrators. Rows are held in the order of their numbers, so that two selections
 * changed at once don't wait for each other in a circle.
 */
async function change(
	db: Db,
	ids: readonly number[],
	needsChange: SQL,
	changes: Changes,
): Promise<ChangedUser[]> {
	if (ids.length === 0) return [];
	const locked = await db
		.select({ id: users.id, wasRefused: IS_REFUSED, wasByAddress: IS_BY_ADDRESS })
		.from(users)
		.where(isExistingUser(ids))
		.orderBy(asc(users.id))
		.for('no key update');
	const changed = await db
		.update(users)
		.set(changes)
		.where(and(isExistingUser(ids), needsChange))
		.returning({ id: users.id });
	const changedIds = new Set(changed.map(({ id }) => id));
	return locked.filter(({ id }) => changedIds.has(id));
}

const IS_REFUSED = sql<boolean>`
	${users.verifiedAt} is null and ${users.verifiedBy} is not distinct from 'admin'`;

const IS_BY_ADDRESS = sql<boolean>`${users.verifiedBy} is not distinct from 'email'`;

function isExistingUser(ids: readonly number[]): SQL | undefined {
	return and(inArray(users.id, [...ids]), isNull(users.deletedAt));
}
