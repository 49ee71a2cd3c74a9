import { createHash, randomInt } from 'node:crypto';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_SESSION_LIMITS, RECOVERY_CODES } from '#contract/admin/session.ts';
import type { AuditAction } from '#contract/core/audit-actions.ts';
import { logAudit } from '#server/audit/log.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, invalidField, mayRetrySucceed } from '#server/lib/app-error.ts';
import { verifyPassword } from '#server/lib/passwords.ts';
import { type SecretEncryption, secretOwnerOf } from './encryption.ts';
import {
	type AdminRow,
	clearTwoStep,
	consumeCode,
	consumeRecoveryCode,
	findAdmin,
	type OwnAdmin,
	replaceRecoveryCodes,
	setTwoStepConfirmed,
	setUnconfirmedSecret,
} from './queries.ts';
import { deleteAdminSessionsOf } from './sessions.ts';

/**
 * Attempts of one kind. Each is counted before its outcome is known, so that parallel attempts cannot get around the
 * limit.
 */
export interface AttemptLimiter {
	/** Counts an attempt. @returns 0 if it may be made; otherwise the seconds to wait */
	consume: (key: string) => Promise<number>;
	/** Takes back an attempt that shall not count. */
	refund: (key: string) => Promise<void>;
}

/** The limits of attempts to sign in as an administrator. */
export interface AdminAttemptLimiters {
	/**
	 * The key combines the administrator with a network, a known browser or a session, so that others
	 * cannot lock the administrator out.
	 */
	passwords: AttemptLimiter;
	/** Keyed by administrator: a client that is asked for a code knows the password already. */
	codes: AttemptLimiter;
	/** Keyed like `passwords`. Limits how many sign-ins with the right password and no code are logged. */
	missingCodes: AttemptLimiter;
	/** Keyed by network, for email addresses without an administrator. */
	unknownEmails: AttemptLimiter;
}

/** The limit of an administrator's codes, as a multiple of the limit of passwords from one network. */
const CODE_LIMIT_FACTOR = 5;

/** @param isOn false to limit nothing, as in tests */
export function createAttemptLimiters(
	isOn: boolean,
	openCounter: OpenCounter,
): AdminAttemptLimiters {
	const { maxFailures, failureWindowMs } = ADMIN_SESSION_LIMITS;
	const openLimiter = (name: string, maxAttempts: number) =>
		createLimiter(
			maxAttempts,
			isOn,
			openCounter(`administrators' ${name}`, failureWindowMs / 1000),
		);
	return {
		passwords: openLimiter('passwords', maxFailures),
		codes: openLimiter('codes', maxFailures * CODE_LIMIT_FACTOR),
		missingCodes: openLimiter('missing codes', maxFailures),
		unknownEmails: openLimiter('strangers', maxFailures),
	};
}

function createLimiter(maxAttempts: number, isOn: boolean, counter: Counter): AttemptLimiter {
	return {
		async consume(key) {
			if (!isOn) return 0;
			const { count, waitSeconds } = await counter.add(key);
			return count > maxAttempts ? waitSeconds : 0;
		},
		async refund(key) {
			if (isOn) await counter.refund(key);
		},
	};
}

/**
 * Counts an attempt and runs it. The attempt stays counted, even after a success, unless `run`
 * refunds it. An attempt that the server could not decide, for example while the database is down,
 * is refunded. `run` must refund as its last step: a failure after the refund could refund the
 * attempt a second time.
 * @throws AppError too_many, with Retry-After, when the limit is reached; whatever `run` throws
 */
export async function countAttempt<T>(
	limiter: AttemptLimiter,
	key: string,
	reply: FastifyReply,
	run: () => Promise<T>,
): Promise<T> {
	const waitSeconds = await limiter.consume(key);
	if (waitSeconds > 0) {
		reply.header('retry-after', waitSeconds);
		throw new AppError('too_many', ADMIN_SESSION_ERRORS.tooManyFailures);
	}
	try {
		return await run();
	} catch (error) {
		const isDecided = error instanceof AppError && !mayRetrySucceed(error);
		if (!isDecided) await limiter.refund(key);
		throw error;
	}
}

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
function matchTimeStep(
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
function generateRecoveryCodes(): { codes: string[]; hashes: string[] } {
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

/**
 * Creates a secret for an authenticator app and replaces an unconfirmed one.
 * @param issuer the name under which the app lists it
 * @throws AppError conflict when two-step sign-in is on; invalid for a wrong password; too_many
 */
export async function createTwoStepSecret(
	authDeps: AdminAuthDeps,
	caller: ReauthenticatingAdmin,
	{ currentPassword, issuer }: { currentPassword: string; issuer: string },
): Promise<{ uri: string; secret: string }> {
	const { db, encryption } = authDeps;
	const { adminId } = caller;
	const admin = await requireAdmin(db, adminId);
	if (admin.totpConfirmedAt) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepEnabled);
	await requireCurrentPassword(authDeps, admin, currentPassword, caller);
	const secret = generateTotpSecret();
	if (
		!(await setUnconfirmedSecret(db, admin, encryption.encrypt(secret, secretOwnerOf(adminId))))
	) {
		throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepEnabled);
	}
	return { uri: totpUri(secret, { issuer, label: admin.email }), secret };
}

/**
 * Turns two-step sign-in on with the first code of the app, and ends the administrator's other sessions.
 * @returns the recovery codes, to be shown once
 * @throws AppError conflict when it is on, or setup was not begun; invalid for a wrong code; unavailable when the code
 * cannot be checked here
 */
export async function enableTwoStep(
	{ db, encryption }: AdminAuthDeps,
	{ adminId, sessionId, ipAddress }: { adminId: number; sessionId: string; ipAddress: string },
	code: string,
	log: FastifyBaseLogger,
): Promise<string[]> {
	const admin = await requireAdmin(db, adminId);
	if (admin.totpConfirmedAt) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepEnabled);
	if (!admin.totpSecret) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepNotStarted);
	const timeStep = matchTimeStep(encryption, admin, code, log);
	if (timeStep === undefined) throw wrongCodeError();
	const { codes, hashes: recoveryCodeHashes } = generateRecoveryCodes();
	await db.transaction(async (tx) => {
		if (!(await setTwoStepConfirmed(tx, admin, { timeStep, recoveryCodeHashes }))) {
			throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepNotStarted);
		}
		await deleteAdminSessionsOf(tx, adminId, sessionId);
		await logAudit(
			tx,
			{ adminId, ipAddress },
			{ action: 'TWO_STEP_STARTED', target: `admin ${adminId}` },
		);
	});
	return codes;
}

/**
 * Replaces the recovery codes.
 * @returns the new ones, to be shown once
 * @throws AppError conflict when two-step sign-in is off; otherwise as `removeTwoStep`
 */
export async function renewRecoveryCodes(
	authDeps: AdminAuthDeps,
	caller: ReauthenticatingAdmin & { ipAddress: string },
	input: { currentPassword: string; code: string },
): Promise<string[]> {
	const { codes, hashes } = generateRecoveryCodes();
	await changeWithCode(authDeps, caller, input, async (tx, adminId) => {
		await replaceRecoveryCodes(tx, adminId, hashes);
		return 'RECOVERY_CODES_CREATED';
	});
	return codes;
}

/**
 * Turns two-step sign-in off.
 * @param isRequired whether the settings require it of every administrator
 * @throws AppError conflict when it is required, or off; invalid for a wrong password or code; too_many;
 * unavailable when the code cannot be checked here
 */
export async function removeTwoStep(
	authDeps: AdminAuthDeps,
	caller: ReauthenticatingAdmin & { ipAddress: string },
	input: { currentPassword: string; code: string },
	isRequired: boolean,
): Promise<void> {
	if (isRequired) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepRequired);
	await changeWithCode(authDeps, caller, input, async (tx, adminId) => {
		await clearTwoStep(tx, adminId);
		return 'TWO_STEP_ENDED';
	});
}

/**
 * Changes two-step sign-in, which also needs the password and a code.
 * @param change makes the change, and returns its name in the audit log
 */
async function changeWithCode(
	authDeps: AdminAuthDeps,
	caller: ReauthenticatingAdmin & { ipAddress: string },
	input: { currentPassword: string; code: string },
	change: (tx: Db, adminId: number) => Promise<AuditAction>,
): Promise<void> {
	const { db, attemptLimiters, encryption } = authDeps;
	const { adminId, reply, ipAddress } = caller;
	const admin = await requireAdmin(db, adminId);
	if (!admin.totpConfirmedAt) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepDisabled);
	await requireCurrentPassword(authDeps, admin, input.currentPassword, caller);
	const key = String(adminId);
	await countAttempt(attemptLimiters.codes, key, reply, async () => {
		const consume = codeConsumer(encryption, admin, input.code, reply.log);
		if (!consume) throw wrongCodeError();
		await db.transaction(async (tx) => {
			if (!(await consume(tx))) throw wrongCodeError();
			const action = await change(tx, adminId);
			await logAudit(tx, { adminId, ipAddress }, { action, target: `admin ${adminId}` });
		});
		await attemptLimiters.codes.refund(key);
	});
}

function wrongCodeError(): AppError {
	return invalidField('code', ADMIN_SESSION_ERRORS.wrongCode);
}
