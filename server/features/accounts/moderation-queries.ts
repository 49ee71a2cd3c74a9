import { and, asc, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/users.ts';

type Changes = PgUpdateSetSource<typeof users>;

/** A user whom the statement changed. */
export interface ChangedUser {
	id: number;
	/** Before the change an administrator had refused verification, so a college address could not verify the user. */
	wasRefused: boolean;
	/** Before the change the user was verified by a confirmed college address. */
	wasByAddress: boolean;
}

/** Whether the user exists; an erased account does not. */
export async function hasUser(db: Db, id: number): Promise<boolean> {
	const found = await db
		.select({ id: users.id })
		.from(users)
		.where(isExistingUser([id]));
	return found.length === 1;
}

/** @returns the users that were not banned before */
export function setUsersBanned(
	db: Db,
	ids: readonly number[],
	reason: string | undefined,
): Promise<ChangedUser[]> {
	return updateUsers(db, ids, isNull(users.bannedAt), {
		bannedAt: sql`now()`,
		banReason: reason ?? null,
		isBanReasonTold: true,
	});
}

/** @returns the users that were banned before */
export function setUsersUnbanned(db: Db, ids: readonly number[]): Promise<ChangedUser[]> {
	return updateUsers(db, ids, isNotNull(users.bannedAt), { bannedAt: null, banReason: null });
}

/** @returns the users that were not verified before */
export function setUsersVerified(db: Db, ids: readonly number[]): Promise<ChangedUser[]> {
	return updateUsers(db, ids, isNull(users.verifiedAt), {
		verifiedAt: sql`now()`,
		verifiedBy: 'admin',
	});
}

/**
 * Restores verification by the user's own confirmed address, with the date of its confirmation. Applies to college
 * addresses only, as in `verificationChange` (server/features/auth/rules.ts).
 * @returns the users that were changed
 */
export function setUsersVerifiedByAddress(
	db: Db,
	ids: readonly number[],
	collegeDomains: readonly string[],
): Promise<ChangedUser[]> {
	const domain = sql`substring(${users.email} from '[^@]*$')`;
	const hasCollegeAddress = sql`${users.emailConfirmedAt} is not null
		and ${domain} = any(${sql.param([...collegeDomains])}::text[])`;
	return updateUsers(db, ids, sql`${users.verifiedAt} is null and ${hasCollegeAddress}`, {
		verifiedAt: users.emailConfirmedAt,
		verifiedBy: 'email',
	});
}

/**
 * @param isRefused whether college addresses can no longer verify these users
 * @returns the users that were verified before
 */
export function setUsersUnverified(
	db: Db,
	ids: readonly number[],
	isRefused: boolean,
): Promise<ChangedUser[]> {
	const verifiedBy = isRefused ? 'admin' : null;
	return updateUsers(db, ids, isNotNull(users.verifiedAt), { verifiedAt: null, verifiedBy });
}

/**
 * Locks the rows in the order of their ids, so that overlapping bulk actions do not deadlock, and reads their state
 * before the change. The condition of the update leaves out users that are already in the wanted state.
 */
async function updateUsers(
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
