import { createHash, randomInt } from 'node:crypto';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { RECOVERY_CODES } from '#contract/admin/session.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { verifyPassword } from '#server/lib/passwords.ts';
import { type AdminAttemptLimiters, countAttempt } from './attempt-limits.ts';
import { type SecretEncryption, secretOwnerOf } from './encryption.ts';
import {
	type AdminRow,
	consumeCode,
	consumeRecoveryCode,
	findAdmin,
	type OwnAdmin,
} from './queries.ts';

/** Dependencies of everything that verifies an administrator's identity. */
export interface AdminAuthDeps {
	db: Db;
	attemptLimiters: AdminAttemptLimiters;
	/** Encrypts the secrets of authenticator apps. */
	encryption: SecretEncryption;
}

/** @throws AppError not_found when the administrator was removed during the request */
export async function requireAdmin(db: Db, adminId: number): Promise<OwnAdmin> {
	const admin = await findAdmin(db, adminId);
	if (!admin) throw new AppError('not_found', ADMINISTRATOR_ERRORS.notFound);
	return admin;
}

/** An administrator who does something that also needs the password, so that a stolen session is not enough. */
export interface ReauthenticatingAdmin {
	adminId: number;
	sessionId: string;
	/** Receives the Retry-After header. */
	reply: FastifyReply;
}

/**
 * Requires the password of the signed-in administrator. Attempts are counted per session, so that the thief of one
 * session cannot use up the attempts of the administrator's other sessions.
 * @throws AppError invalid, naming the field; too_many after too many wrong passwords
 */
export async function requireCurrentPassword(
	{ attemptLimiters }: Pick<AdminAuthDeps, 'attemptLimiters'>,
	admin: AdminRow,
	currentPassword: string,
	{ sessionId, reply }: ReauthenticatingAdmin,
): Promise<void> {
	const key = `signed in ${admin.id} ${sessionId}`;
	await countAttempt(attemptLimiters.passwords, key, reply, async () => {
		if (!(await verifyPassword(admin.passwordHash, currentPassword))) throw wrongPasswordError();
		await attemptLimiters.passwords.refund(key);
	});
}

export function wrongPasswordError(): AppError {
	return invalidField('currentPassword', ADMINISTRATOR_ERRORS.wrongPassword);
}

/**
 * The time step that a code of this administrator's authenticator app belongs to; undefined when the code is not valid
 * now, or the administrator has set up no app.
 * @throws AppError unavailable when the app's TOTP secret was encrypted with a signing secret (`JWT_SECRET`) that this
 * instance lacks
 */
export function matchTimeStep(
	encryption: SecretEncryption,
	admin: AdminRow,
	code: string,
	log: FastifyBaseLogger,
): number | undefined {
	if (admin.totpSecret === null) return undefined;
	return timeStepOfCode(decryptSecret(encryption, admin.id, admin.totpSecret, log), code);
}

/**
 * Checks a code of the authenticator app, or a recovery code.
 * @returns what marks the code as used in a transaction, false if it was used before or is no recovery code; undefined
 * for a code that the app does not show now
 * @throws AppError unavailable, as `matchTimeStep`
 */
export function codeConsumer(
	encryption: SecretEncryption,
	admin: AdminRow,
	code: string,
	log: FastifyBaseLogger,
): ((tx: Db) => Promise<boolean>) | undefined {
	if (code.length === RECOVERY_CODES.digits) {
		return (tx) => consumeRecoveryCode(tx, admin, hashOfRecoveryCode(code));
	}
	const timeStep = matchTimeStep(encryption, admin, code, log);
	return timeStep === undefined ? undefined : (tx) => consumeCode(tx, admin, timeStep);
}

/** New recovery codes, in groups of five digits, and their hashes. */
export function generateRecoveryCodes(): { codes: string[]; hashes: string[] } {
	const codes = Array.from({ length: RECOVERY_CODES.count }, () =>
		Array.from({ length: RECOVERY_CODES.digits / 5 }, () =>
			String(randomInt(100_000)).padStart(5, '0'),
		).join('-'),
	);
	return { codes, hashes: codes.map((code) => hashOfRecoveryCode(code.replaceAll('-', ''))) };
}

function hashOfRecoveryCode(digits: string): string {
	return createHash('sha256').update(digits).digest('hex');
}

function decryptSecret(
	encryption: SecretEncryption,
	adminId: number,
	encryptedSecret: string,
	log: FastifyBaseLogger,
): string {
	try {
		return encryption.decrypt(encryptedSecret, secretOwnerOf(adminId));
	} catch {
		log.error(
			{ adminId },
			'an authenticator secret can not be decrypted: was JWT_SECRET or jwt-secret changed? "npm run admin:reset" lets the administrator in again',
		);
		throw new AppError('unavailable', ADMIN_SESSION_ERRORS.codeNotCheckable);
	}
}

/** The parameters that every authenticator app supports (RFC 6238). */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Phone clocks are slightly wrong: the step before and the one after are accepted too. */
const WINDOW_STEPS = 1;

/** A new secret, in base32 so that it can be typed into the app. */
export function generateTotpSecret(): string {
	return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, { issuer, label }: Record<'issuer' | 'label', string>) {
	return new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

/** @returns the time step of this code; undefined when it belongs to no step that is accepted now */
export function timeStepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
	const totp = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) });
	const delta = totp.validate({ token: code, timestamp: now, window: WINDOW_STEPS });
	return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
