import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import { type AdminRow, NO_TWO_STEP } from './queries.ts';

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
	const changed = await db
		.update(admins)
		.set({ totpLastStep: timeStep })
		.where(
			and(
				isUnchanged(admin),
				isNotNull(admins.totpConfirmedAt),
				eq(admins.totpSecret, admin.totpSecret ?? ''),
				isUnused(timeStep),
			),
		)
		.returning({ id: admins.id });
	return changed.length === 1;
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
	const changed = await db
		.update(admins)
		.set({ recoveryCodeHashes: sql`array_remove(${admins.recoveryCodeHashes}, ${codeHash})` })
		.where(
			and(
				isUnchanged(admin),
				isNotNull(admins.totpConfirmedAt),
				sql`${codeHash} = any(${admins.recoveryCodeHashes})`,
			),
		)
		.returning({ id: admins.id });
	return changed.length === 1;
}

/** Replaces all recovery codes. Returns false when two-step sign-in is off. */
export async function replaceRecoveryCodes(
	db: Db,
	adminId: number,
	codeHashes: string[],
): Promise<boolean> {
	const changed = await db
		.update(admins)
		.set({ recoveryCodeHashes: codeHashes })
		.where(and(eq(admins.id, adminId), isNotNull(admins.totpConfirmedAt)))
		.returning({ id: admins.id });
	return changed.length === 1;
}

/** Returns false when two-step sign-in is already on, or the password has changed. */
export async function setUnconfirmedSecret(
	db: Db,
	admin: AdminSnapshot,
	encryptedSecret: string,
): Promise<boolean> {
	const changed = await db
		.update(admins)
		.set({ totpSecret: encryptedSecret, totpLastStep: null })
		.where(and(isUnchanged(admin), isNull(admins.totpConfirmedAt)))
		.returning({ id: admins.id });
	return changed.length === 1;
}

/** Turns two-step sign-in on. Returns false when it is on already, or password or secret have changed. */
export async function setTwoStepConfirmed(
	db: Db,
	admin: AdminSnapshot,
	{ timeStep, recoveryCodeHashes }: { timeStep: number; recoveryCodeHashes: string[] },
): Promise<boolean> {
	const changed = await db
		.update(admins)
		.set({ totpConfirmedAt: sql`now()`, totpLastStep: timeStep, recoveryCodeHashes })
		.where(
			and(
				isUnchanged(admin),
				isNull(admins.totpConfirmedAt),
				eq(admins.totpSecret, admin.totpSecret ?? ''),
			),
		)
		.returning({ id: admins.id });
	return changed.length === 1;
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
