import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import type { Db } from '#server/db/client.ts';
import {
	and,
	asc,
	desc,
	eq,
	getTableColumns,
	isNotNull,
	isNull,
	lt,
	or,
	type PgInsertValue,
	sql,
} from '#server/db/drizzle.ts';
import { LOCKS, lockRows } from '#server/db/locks.ts';
import { adminSessions, admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { settings } from '#server/db/schema/settings.ts';

type NewAdmin = PgInsertValue<typeof admins>;
export type AdminRow = typeof admins.$inferSelect;

/** For a row of `admins` joined with `settings`. */
const MUST_SET_UP_TWO_STEP = sql<boolean>`(${settings.requireTwoStep} and ${admins.totpConfirmedAt} is null)`;
/** For a row of `admins` joined with `settings`: what the administrator must do before anything else. */
export const REQUIRED_ACTION = sql<RequiredAction | null>`case
	when ${admins.passwordGivenAt} is not null then 'change password'
	when ${MUST_SET_UP_TWO_STEP} then 'set up two-step'
end`;

const IS_PASSWORD_EXPIRED = sql<boolean>`coalesce(
	${admins.passwordGivenAt} <= now() - make_interval(secs => ${ADMIN_SESSION_LIMITS.temporaryPasswordMs / 1000}), false)`;

/**
 * An administrator with the action that the settings require of them, and whether their temporary password has
 * expired.
 */
export interface OwnAdmin extends AdminRow {
	mustSetUpTwoStep: boolean;
	isPasswordExpired: boolean;
}

/** Columns that mark a password as temporary: somebody else knows it, so it expires unless its owner replaces it. */
export const TEMPORARY_PASSWORD = { passwordGivenAt: sql`now()` };

/** Lets one instance at a time create the first administrator. The lock is held until the transaction ends. */
export async function lockFirstAdmin(tx: Db): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.firstAdmin})`);
}

export async function hasSuperAdmin(db: Db): Promise<boolean> {
	const superAdmins = await db
		.select({ id: admins.id })
		.from(admins)
		.where(and(eq(admins.roleLevel, 'super_admin'), isNull(admins.removedAt)))
		.limit(1);
	return superAdmins.length > 0;
}

/** @returns undefined when another administrator has the address */
export async function insertAdmin(db: Db, admin: NewAdmin): Promise<AdminRow | undefined> {
	const [created] = await db.insert(admins).values(admin).onConflictDoNothing().returning();
	return created;
}

/** Undefined when no administrator has this id, or the administrator was removed. */
export function findAdmin(db: Db, id: number): Promise<OwnAdmin | undefined> {
	return findOwnAdmin(db, eq(admins.id, id));
}

/** Undefined for the address of a removed administrator, too. */
export function findAdminByEmail(db: Db, email: string): Promise<OwnAdmin | undefined> {
	return findOwnAdmin(db, eq(admins.email, email));
}

async function findOwnAdmin(
	db: Db,
	condition: ReturnType<typeof eq>,
): Promise<OwnAdmin | undefined> {
	const [admin] = await db
		.select({
			...getTableColumns(admins),
			mustSetUpTwoStep: MUST_SET_UP_TWO_STEP,
			isPasswordExpired: IS_PASSWORD_EXPIRED,
		})
		.from(admins)
		.crossJoin(settings)
		.where(and(condition, isNull(admins.removedAt)));
	return admin;
}

export interface ListedAdmin {
	id: number;
	username: string;
	email: string;
	roleLevel: string;
	createdAt: Date;
	totpConfirmedAt: Date | null;
	lastSeenAt: Date | null;
}

/**
 * All administrators who are not removed, oldest first. `lastSeenAt` is the last use of a session, or the last sign-in
 * in the audit log if that is later: expired sessions are deleted.
 */
export async function listAllAdmins(db: Db): Promise<ListedAdmin[]> {
	const lastSession = sql`(select max(${adminSessions.lastSeenAt}) from ${adminSessions} where ${adminSessions.adminId} = ${admins.id})`;
	const lastSignIn = sql`(select ${auditLog.at} from ${auditLog}
		where ${auditLog.adminId} = ${admins.id} and ${auditLog.action} = 'ADMIN_LOGIN' order by ${auditLog.id} desc limit 1)`;
	return db
		.select({
			id: admins.id,
			username: admins.username,
			email: admins.email,
			roleLevel: admins.roleLevel,
			createdAt: admins.createdAt,
			totpConfirmedAt: admins.totpConfirmedAt,
			lastSeenAt: sql<Date | null>`greatest(${lastSession}, ${lastSignIn})`.mapWith(
				adminSessions.lastSeenAt,
			),
		})
		.from(admins)
		.where(isNull(admins.removedAt))
		.orderBy(asc(admins.id));
}

/**
 * Locks all super administrators until the transaction ends, and returns their ids. The lock is the weakest that
 * prevents their removal: audit entries reference these rows and would wait for a stronger one.
 */
export async function lockSuperAdmins(db: Db): Promise<number[]> {
	const isSuperAdmin = and(eq(admins.roleLevel, 'super_admin'), isNull(admins.removedAt));
	return lockRows(db, admins, isSuperAdmin);
}

const NO_TWO_STEP = {
	totpSecret: null,
	totpConfirmedAt: null,
	totpLastStep: null,
	recoveryCodeHashes: [],
};

/** Returns false when there is no such administrator (any longer). */
export async function setAdminRemoved(db: Db, id: number): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ removedAt: sql`now()`, ...NO_TWO_STEP })
		.where(and(eq(admins.id, id), isNull(admins.removedAt)));
	return rowCount === 1;
}

/**
 * Sets a temporary password and turns two-step sign-in off. Returns false when there is no such administrator (any
 * longer).
 */
export async function setTemporaryPassword(
	db: Db,
	id: number,
	passwordHash: string,
): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ passwordHash, ...TEMPORARY_PASSWORD, ...NO_TWO_STEP })
		.where(and(eq(admins.id, id), isNull(admins.removedAt)));
	return rowCount === 1;
}

/** Stores a new hash of the same password, unless the password has changed since it was verified. */
export async function replaceHash(
	db: Db,
	{ id, passwordHash: verifiedHash }: Pick<AdminRow, 'id' | 'passwordHash'>,
	passwordHash: string,
): Promise<void> {
	await db
		.update(admins)
		.set({ passwordHash })
		.where(and(eq(admins.id, id), eq(admins.passwordHash, verifiedHash)));
}

/**
 * Sets the password an administrator has chosen. Returns false when the stored password is no longer the verified one.
 */
export async function replacePassword(
	db: Db,
	{ id, passwordHash: verifiedHash }: Pick<AdminRow, 'id' | 'passwordHash'>,
	passwordHash: string,
): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ passwordHash, passwordGivenAt: null })
		.where(and(eq(admins.id, id), eq(admins.passwordHash, verifiedHash), isNull(admins.removedAt)));
	return rowCount === 1;
}

/**
 * Sets a temporary password for the administrator who has or last had this address, turns two-step
 * sign-in off, and undoes a removal.
 * @returns undefined when no administrator ever had the address
 */
export async function restoreAdmin(
	db: Db,
	email: string,
	passwordHash: string,
): Promise<AdminRow | undefined> {
	const [existing] = await db
		.select({ id: admins.id })
		.from(admins)
		.where(eq(admins.email, email))
		.orderBy(desc(isNull(admins.removedAt)), desc(admins.id))
		.limit(1)
		.for('no key update');
	if (!existing) return undefined;
	const [restored] = await db
		.update(admins)
		.set({ passwordHash, removedAt: null, ...TEMPORARY_PASSWORD, ...NO_TWO_STEP })
		.where(eq(admins.id, existing.id))
		.returning();
	return restored;
}

/** Values of an administrator that were read before and must not have changed. */
type AdminSnapshot = Pick<AdminRow, 'id' | 'passwordHash' | 'totpSecret'>;

const isUnchanged = ({ id, passwordHash }: AdminSnapshot) =>
	and(eq(admins.id, id), eq(admins.passwordHash, passwordHash), isNull(admins.removedAt));

/** A code works once, and afterwards no code of an earlier time step works (RFC 6238, 5.2). */
const isUnused = (timeStep: number) =>
	or(isNull(admins.totpLastStep), lt(admins.totpLastStep, timeStep));

/**
 * Locks the administrator's row until the transaction ends. A removal or a new password waits for
 * the lock, and then also ends the session that the transaction opens.
 * @returns false when the password has changed, two-step sign-in is on, or the administrator was
 * removed
 */
export async function lockWithoutTwoStep(db: Db, admin: AdminSnapshot): Promise<boolean> {
	const locked = await db
		.select({ id: admins.id })
		.from(admins)
		.where(and(isUnchanged(admin), isNull(admins.totpConfirmedAt)))
		.for('share');
	return locked.length === 1;
}

/**
 * Marks a code as used. Of two requests with the same code at the same time, one succeeds.
 * @returns false when this code or a later one was used before, or password or secret have changed
 */
export async function consumeCode(
	db: Db,
	admin: AdminSnapshot,
	timeStep: number,
): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ totpLastStep: timeStep })
		.where(
			and(
				isUnchanged(admin),
				isNotNull(admins.totpConfirmedAt),
				eq(admins.totpSecret, admin.totpSecret ?? ''),
				isUnused(timeStep),
			),
		);
	return rowCount === 1;
}

/**
 * Removes a recovery code, which works once. Of two requests with the same code at the same time, one succeeds.
 * @returns false when there is no such code, or the password has changed
 */
export async function consumeRecoveryCode(
	db: Db,
	admin: AdminSnapshot,
	codeHash: string,
): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ recoveryCodeHashes: sql`array_remove(${admins.recoveryCodeHashes}, ${codeHash})` })
		.where(
			and(
				isUnchanged(admin),
				isNotNull(admins.totpConfirmedAt),
				sql`${codeHash} = any(${admins.recoveryCodeHashes})`,
			),
		);
	return rowCount === 1;
}

/** Replaces all recovery codes. Returns false when two-step sign-in is off. */
export async function replaceRecoveryCodes(
	db: Db,
	adminId: number,
	codeHashes: string[],
): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ recoveryCodeHashes: codeHashes })
		.where(and(eq(admins.id, adminId), isNotNull(admins.totpConfirmedAt)));
	return rowCount === 1;
}

/** Returns false when two-step sign-in is already on, or the password has changed. */
export async function setUnconfirmedSecret(
	db: Db,
	admin: AdminSnapshot,
	encryptedSecret: string,
): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ totpSecret: encryptedSecret, totpLastStep: null })
		.where(and(isUnchanged(admin), isNull(admins.totpConfirmedAt)));
	return rowCount === 1;
}

/** Turns two-step sign-in on. Returns false when it is on already, or password or secret have changed. */
export async function setTwoStepConfirmed(
	db: Db,
	admin: AdminSnapshot,
	{ timeStep, recoveryCodeHashes }: { timeStep: number; recoveryCodeHashes: string[] },
): Promise<boolean> {
	const { rowCount } = await db
		.update(admins)
		.set({ totpConfirmedAt: sql`now()`, totpLastStep: timeStep, recoveryCodeHashes })
		.where(
			and(
				isUnchanged(admin),
				isNull(admins.totpConfirmedAt),
				eq(admins.totpSecret, admin.totpSecret ?? ''),
			),
		);
	return rowCount === 1;
}

/** Turns two-step sign-in off, after its code was consumed. */
export async function clearTwoStep(db: Db, adminId: number): Promise<void> {
	await db.update(admins).set(NO_TWO_STEP).where(eq(admins.id, adminId));
}

/** The encrypted secrets of all administrators. */
export async function listTwoStepSecrets(
	db: Db,
): Promise<{ id: number; encryptedSecret: string }[]> {
	const rows = await db
		.select({ id: admins.id, encryptedSecret: admins.totpSecret })
		.from(admins)
		.where(isNotNull(admins.totpSecret));
	return rows.flatMap(({ id, encryptedSecret }) =>
		encryptedSecret === null ? [] : [{ id, encryptedSecret }],
	);
}

/** Changes nothing when the stored secret is no longer the given one. */
export async function replaceTwoStepSecret(
	db: Db,
	id: number,
	encryptedSecret: string,
	reencryptedSecret: string,
): Promise<void> {
	await db
		.update(admins)
		.set({ totpSecret: reencryptedSecret })
		.where(and(eq(admins.id, id), eq(admins.totpSecret, encryptedSecret)));
}
