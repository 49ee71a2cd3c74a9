import type { FastifyBaseLogger } from 'fastify';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { logAudit } from '#server/audit/log.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { countAttempt } from './attempt-limits.ts';
import {
	type AdminAuthDeps,
	matchTimeStep,
	type ReauthenticatingAdmin,
	requireAdmin,
	requireCurrentPassword,
	secretOwnerOf,
} from './authenticate.ts';
import { deleteAdminSessionsOf } from './session-queries.ts';
import { generateTotpSecret, totpUri } from './totp.ts';
import {
	clearTwoStep,
	consumeCode,
	setTwoStepConfirmed,
	setUnconfirmedSecret,
} from './two-step-queries.ts';

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
 * @throws AppError conflict when it is on, or setup was not begun; invalid for a wrong code; unavailable when the code
 * cannot be checked here
 */
export async function enableTwoStep(
	{ db, encryption }: AdminAuthDeps,
	{ adminId, sessionId, ipAddress }: { adminId: number; sessionId: string; ipAddress: string },
	code: string,
	log: FastifyBaseLogger,
): Promise<void> {
	const admin = await requireAdmin(db, adminId);
	if (admin.totpConfirmedAt) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepEnabled);
	if (!admin.totpSecret) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepNotStarted);
	const timeStep = matchTimeStep(encryption, admin, code, log);
	if (timeStep === undefined) throw wrongCodeError();
	await db.transaction(async (tx) => {
		if (!(await setTwoStepConfirmed(tx, admin, timeStep))) {
			throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepNotStarted);
		}
		await deleteAdminSessionsOf(tx, adminId, sessionId);
		await logAudit(
			tx,
			{ adminId, ipAddress },
			{ action: 'TWO_STEP_STARTED', target: `admin ${adminId}` },
		);
	});
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
	const { db, attemptLimiters, encryption } = authDeps;
	const { adminId, reply, ipAddress } = caller;
	if (isRequired) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepRequired);
	const admin = await requireAdmin(db, adminId);
	if (!admin.totpConfirmedAt) throw new AppError('conflict', ADMIN_SESSION_ERRORS.twoStepDisabled);
	await requireCurrentPassword(authDeps, admin, input.currentPassword, caller);
	const key = String(adminId);
	await countAttempt(attemptLimiters.codes, key, reply, async () => {
		const timeStep = matchTimeStep(encryption, admin, input.code, reply.log);
		if (timeStep === undefined) throw wrongCodeError();
		await db.transaction(async (tx) => {
			if (!(await consumeCode(tx, admin, timeStep))) throw wrongCodeError();
			await clearTwoStep(tx, adminId);
			const actor = { adminId, ipAddress };
			await logAudit(tx, actor, { action: 'TWO_STEP_ENDED', target: `admin ${adminId}` });
		});
		await attemptLimiters.codes.refund(key);
	});
}

function wrongCodeError(): AppError {
	return invalidField('code', ADMIN_SESSION_ERRORS.wrongCode);
}
