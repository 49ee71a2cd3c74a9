import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { type adminCredentials, oneTimeCode, RECOVERY_CODES } from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, type AppErrorKind } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { rehashIfOutdated, verifyPassword } from '#server/lib/passwords.ts';
import { type AdminAuthDeps, codeConsumer, countAttempt } from './authenticate.ts';
import { findAdminByEmail, lockWithoutTwoStep, type OwnAdmin, replaceHash } from './queries.ts';
import { deleteAdminSession, openAdminSession } from './sessions.ts';

/** Longer than it takes to write an audit entry: the time of a refusal must not reveal whether one was written. */
const REJECTION_DELAY_MS = 100;

/** A sign-in request and where it comes from. */
export interface SignInAttempt {
	ipAddress: string;
	isFromLoopback: boolean;
	/** The id of a browser in which this administrator has signed in before. */
	browserId: string | undefined;
	/** Receives the Retry-After header. */
	reply: FastifyReply;
}

interface SignedInAdmin {
	admin: OwnAdmin;
	token: string;
}

/**
 * Opens a session by password, and by code when two-step sign-in is on. Failures are logged until the limit is
 * reached. Attempts are counted per administrator and network, which a whole college may share; a known browser has a
 * counter of its own, so that nobody can lock another out.
 * @throws AppError unauthenticated for an unknown administrator, a wrong password or code, an expired temporary
 * password, and with `needsCode` for a missing code; forbidden for a demo administrator from another computer;
 * too_many; unavailable when the code cannot be checked here
 */
export function signInAdmin(
	authDeps: AdminAuthDeps,
	input: z.output<typeof adminCredentials>,
	attempt: SignInAttempt,
): Promise<SignedInAdmin> {
	const key = keyOf(input.email, attempt);
	return countAttempt(authDeps.attemptLimiters.passwords, key, attempt.reply, () =>
		openSession(authDeps, input, attempt, key),
	);
}

/** @param key under which the attempt was counted, to refund it */
async function openSession(
	authDeps: AdminAuthDeps,
	input: z.output<typeof adminCredentials>,
	attempt: SignInAttempt,
	key: string,
): Promise<SignedInAdmin> {
	const { db, attemptLimiters } = authDeps;
	const admin = await findAdminByEmail(db, input.email);
	const isPasswordCorrect = await verifyPassword(admin?.passwordHash, input.password);
	if (!admin) throw await rejectUnknownAdmin(authDeps, attempt);
	const reject = createRejector(db, admin, attempt);
	if (!isPasswordCorrect) {
		throw await reject('unauthenticated', AUTH_ERRORS.invalidCredentials, 'Wrong password.');
	}
	const rejection = rejectionFor(admin, attempt);
	if (rejection) throw await reject(...rejection);
	if (admin.totpConfirmedAt && !input.code) {
		// Logged although the form sends the code in a second request only: a client without a code may have a stolen password.
		if ((await attemptLimiters.missingCodes.consume(key)) === 0)
			await logFailure(db, admin.id, attempt, 'Correct password, no code.');
		await attemptLimiters.passwords.refund(key);
		throw new AppError('unauthenticated', ADMIN_SESSION_ERRORS.codeNeeded, undefined, {
			needsCode: true,
		});
	}
	const token = admin.totpConfirmedAt
		? await openSessionByCode(authDeps, admin, input.code ?? '', attempt)
		: await openSessionByPassword(db, admin, attempt);
	if (token === undefined) throw await reject('unauthenticated', ...failureOf(admin));
	const newHash = await rehashIfOutdated(admin.passwordHash, input.password);
	if (newHash) await replaceHash(db, admin, newHash);
	await attemptLimiters.passwords.refund(key);
	return { admin, token };
}

/** Ends the caller's own session. */
export async function signOutAdmin(db: Db, actor: Actor, sessionId: string): Promise<void> {
	await db.transaction(async (tx) => {
		await deleteAdminSession(tx, sessionId);
		await logAudit(tx, actor, { action: 'ADMIN_LOGOUT', target: `admin ${actor.adminId}` });
	});
}

function keyOf(email: string, { ipAddress, browserId }: SignInAttempt): string {
	return browserId === undefined
		? `${email} from ${networkOf(ipAddress)}`
		: `${email} in ${browserId}`;
}

/** Why a correct password is still refused. */
function rejectionFor(admin: OwnAdmin, { isFromLoopback }: SignInAttempt): Rejection | undefined {
	if (admin.demoAt && !isFromLoopback) {
		return [
			'forbidden',
			ADMIN_SESSION_ERRORS.demoOnLoopbackOnly,
			'One of the demo, from another computer.',
		];
	}
	if (admin.isPasswordExpired) {
		return [
			'unauthenticated',
			ADMIN_SESSION_ERRORS.passwordExpired,
			'The given password has run out.',
		];
	}
	return undefined;
}

/** @returns undefined when the password has changed since it was verified, or a code is required by now */
function openSessionByPassword(
	db: Db,
	admin: OwnAdmin,
	attempt: SignInAttempt,
): Promise<string | undefined> {
	return db.transaction(async (tx) => {
		if (!(await lockWithoutTwoStep(tx, admin))) return undefined;
		return openLoggedSession(tx, admin, attempt);
	});
}

/** @returns undefined when the code is wrong or was used before */
async function openSessionByCode(
	{ db, attemptLimiters, encryption }: AdminAuthDeps,
	admin: OwnAdmin,
	code: string,
	attempt: SignInAttempt,
): Promise<string | undefined> {
	const key = String(admin.id);
	return countAttempt(attemptLimiters.codes, key, attempt.reply, async () => {
		const digits = z.safeParse(oneTimeCode, code);
		const consume = digits.success
			? codeConsumer(encryption, admin, digits.data, attempt.reply.log)
			: undefined;
		if (!consume) return undefined;
		const isRecovery = digits.data?.length === RECOVERY_CODES.digits;
		const token = await db.transaction(async (tx) => {
			if (!(await consume(tx))) return undefined;
			return openLoggedSession(tx, admin, attempt, isRecovery ? 'With a recovery code.' : '');
		});
		if (token !== undefined) await attemptLimiters.codes.refund(key);
		return token;
	});
}

async function openLoggedSession(
	tx: Db,
	{ id }: OwnAdmin,
	{ ipAddress }: SignInAttempt,
	details = '',
): Promise<string> {
	const token = await openAdminSession(tx, id);
	const entry = { action: 'ADMIN_LOGIN', target: `admin ${id}`, details } as const;
	await logAudit(tx, { adminId: id, ipAddress }, entry);
	return token;
}

type Rejection = [kind: AppErrorKind, error: DeclaredError, details: string];

function failureOf({ totpConfirmedAt }: OwnAdmin): [error: DeclaredError, details: string] {
	return totpConfirmedAt
		? [ADMIN_SESSION_ERRORS.wrongCode, 'Wrong code.']
		: [AUTH_ERRORS.invalidCredentials, 'The password was changed meanwhile.'];
}

/** Creates a function that logs a failed sign-in of this administrator and returns the error, after a delay. */
function createRejector(db: Db, { id }: OwnAdmin, attempt: SignInAttempt) {
	return async (...[kind, error, details]: Rejection): Promise<AppError> => {
		await Promise.all([logFailure(db, id, attempt, details), setTimeout(REJECTION_DELAY_MS)]);
		return new AppError(kind, error);
	};
}

/** @param adminId null for an email address without an administrator */
async function logFailure(
	db: Db,
	adminId: number | null,
	{ ipAddress }: SignInAttempt,
	details: string,
): Promise<void> {
	const target = adminId === null ? 'admin' : `admin ${adminId}`;
	await logAudit(db, { adminId, ipAddress }, { action: 'ATTEMPT_ADMIN_LOGIN', target, details });
}

async function rejectUnknownAdmin(
	authDeps: AdminAuthDeps,
	attempt: SignInAttempt,
): Promise<AppError> {
	await Promise.all([logUnknownAdmin(authDeps, attempt), setTimeout(REJECTION_DELAY_MS)]);
	return new AppError('unauthenticated', AUTH_ERRORS.invalidCredentials);
}

/** Logs a failed sign-in. Limited per network, so that a client that tries many addresses does not fill the log. */
async function logUnknownAdmin(
	{ db, attemptLimiters }: AdminAuthDeps,
	attempt: SignInAttempt,
): Promise<void> {
	if ((await attemptLimiters.unknownEmails.consume(networkOf(attempt.ipAddress))) === 0)
		await logFailure(db, null, attempt, 'No administrator has this email address.');
}
