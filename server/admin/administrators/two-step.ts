import type { FastifyBaseLogger } from 'fastify';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import type { AuditAction } from '#contract/core/audit-actions.ts';
import { logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { countAttempt } from './attempt-limits.ts';
import {
	type AdminAuthDeps,
	codeConsumer,
	generateRecoveryCodes,
	generateTotpSecret,
	matchTimeStep,
	type ReauthenticatingAdmin,
	requireAdmin,
	requireCurrentPassword,
	totpUri,
} from './authenticate.ts';
import { secretOwnerOf } from './encryption.ts';
import {
	clearTwoStep,
	replaceRecoveryCodes,
	setTwoStepConfirmed,
	setUnconfirmedSecret,
} from './queries.ts';
import { deleteAdminSessionsOf } from './sessions.ts';

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
