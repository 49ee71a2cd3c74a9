import type { FastifyReply } from 'fastify';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { verifyPassword } from '#server/lib/passwords.ts';
import { type AdminAttemptLimiters, consumeAttempt } from './attempt-limits.ts';
import type { SecretEncryption } from './encryption.ts';
import { type AdminRow, findAdmin, type OwnAdmin } from './queries.ts';
import { timeStepOfCode } from './totp.ts';

/** What proving who one is works with. */
export interface AdminAuthDeps {
	db: Db;
	attemptLimiters: AdminAttemptLimiters;
	/** Of the secrets of authenticator apps. */
	encryption: SecretEncryption;
}

/** To whom a sealed secret belongs. */
export const secretOwnerOf = (adminId: number) => `admin ${adminId}`;

/** @throws Refusal not_found when they were removed while they were calling */
export async function requireAdmin(db: Db, adminId: number): Promise<OwnAdmin> {
	const admin = await findAdmin(db, adminId);
	if (!admin) throw new AppError('not_found', ADMINISTRATOR_MESSAGES.notFound);
	return admin;
}

/** Who asks for something that a thief of their session must not do. */
export interface ReauthenticatingAdmin {
	adminId: number;
	sessionId: string;
	/** Told how long to wait. */
	reply: FastifyReply;
}

/**
 * Asks for the password of who is signed in. Each session is counted by itself, so that a thief of one keeps nobody from it.
 * @throws Refusal invalid, naming the field; too_many after too many wrong ones
 */
export async function requireCurrentPassword(
	{ attemptLimiters }: Pick<AdminAuthDeps, 'attemptLimiters'>,
	admin: AdminRow,
	currentPassword: string,
	{ sessionId, reply }: ReauthenticatingAdmin,
): Promise<void> {
	const key = `signed in ${admin.id} ${sessionId}`;
	await consumeAttempt(attemptLimiters.passwords, key, reply);
	if (!(await verifyPassword(admin.passwordHash, currentPassword))) throw wrongPasswordError();
	await attemptLimiters.passwords.refund(key);
}

export function wrongPasswordError(): AppError {
	return invalidField('currentPassword', ADMINISTRATOR_MESSAGES.wrongPassword);
}

/**
 * The time step of a code of this administrator's app; undefined for a code that is not of now.
 * @throws Error when the secret of the market is another than the one that sealed theirs
 */
export function matchTimeStep(
	encryption: SecretEncryption,
	admin: AdminRow,
	code: string,
): number | undefined {
	if (admin.totpSecret === null) return undefined;
	return timeStepOfCode(decryptSecret(encryption, admin.id, admin.totpSecret), code);
}

function decryptSecret(
	encryption: SecretEncryption,
	adminId: number,
	encryptedSecret: string,
): string {
	try {
		return encryption.decrypt(encryptedSecret, secretOwnerOf(adminId));
	} catch (cause) {
		const advice = 'was the secret of the market changed? "npm run admin:reset" lets them in again';
		throw new Error(`The secret of administrator ${adminId} can not be opened: ${advice}`, {
			cause,
		});
	}
}
