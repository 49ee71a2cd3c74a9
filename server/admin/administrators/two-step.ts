import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { record } from '#server/audit/log.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { requireTry } from './attempt-limits.ts';
import {
	type Door,
	ownerOf,
	type ProvingAdmin,
	requireAdmin,
	requireOwnPassword,
	stepOf,
} from './authenticate.ts';
import { deleteAdminSessionsOf } from './session-queries.ts';
import { makeOneTimeSecret, oneTimeUri } from './totp.ts';
import { clearTwoStep, setConfirmed, setUnconfirmedSecret, useCode } from './two-step-queries.ts';

/**
 * Makes a secret for an authenticator app, in place of an unconfirmed one.
 * @param issuer under which name the app shows it
 * @throws Refusal conflict when two-step sign-in is on; invalid for a wrong password; too_many
 */
export async function beginTwoStepOf(
	door: Door,
	caller: ProvingAdmin,
	{ currentPassword, issuer }: { currentPassword: string; issuer: string },
): Promise<{ uri: string; secret: string }> {
	const { db, seal } = door;
	const { adminId } = caller;
	const admin = await requireAdmin(db, adminId);
	if (admin.totpConfirmedAt) throw new AppError('conflict', ADMIN_SESSION_MESSAGES.twoStepEnabled);
	await requireOwnPassword(door, admin, currentPassword, caller);
	const secret = makeOneTimeSecret();
	if (!(await setUnconfirmedSecret(db, admin, seal.close(secret, ownerOf(adminId))))) {
		throw new AppError('conflict', ADMIN_SESSION_MESSAGES.twoStepEnabled);
	}
	return { uri: oneTimeUri(secret, { issuer, label: admin.email }), secret };
}

/**
 * Turns two-step sign-in on by the first code of the app, and ends the administrator's other sessions.
 * @throws Refusal conflict when it is on, or was not begun; invalid for a wrong code
 */
export async function confirmTwoStepOf(
	{ db, seal }: Door,
	{ adminId, sessionId, ipAddress }: { adminId: number; sessionId: string; ipAddress: string },
	code: string,
): Promise<void> {
	const admin = await requireAdmin(db, adminId);
	if (admin.totpConfirmedAt) throw new AppError('conflict', ADMIN_SESSION_MESSAGES.twoStepEnabled);
	if (!admin.totpSecret) throw new AppError('conflict', ADMIN_SESSION_MESSAGES.twoStepNotStarted);
	const step = stepOf(seal, admin, code);
	if (step === undefined) throw wrongCode();
	await db.transaction(async (tx) => {
		if (!(await setConfirmed(tx, admin, step))) {
			throw new AppError('conflict', ADMIN_SESSION_MESSAGES.twoStepNotStarted);
		}
		await deleteAdminSessionsOf(tx, adminId, sessionId);
		await record(
			tx,
			{ adminId, ipAddress },
			{ action: 'TWO_STEP_STARTED', target: `admin ${adminId}` },
		);
	});
}

/**
 * Turns two-step sign-in off.
 * @param isRequired whether the settings ask every administrator for it
 * @throws Refusal conflict when it is required, or off; invalid for a wrong password or code; too_many
 */
export async function endTwoStepOf(
	door: Door,
	caller: ProvingAdmin & { ipAddress: string },
	sent: { currentPassword: string; code: string },
	isRequired: boolean,
): Promise<void> {
	const { db, tries, seal } = door;
	const { adminId, reply, ipAddress } = caller;
	if (isRequired) throw new AppError('conflict', ADMIN_SESSION_MESSAGES.twoStepRequired);
	const admin = await requireAdmin(db, adminId);
	if (!admin.totpConfirmedAt)
		throw new AppError('conflict', ADMIN_SESSION_MESSAGES.twoStepDisabled);
	await requireOwnPassword(door, admin, sent.currentPassword, caller);
	const key = String(adminId);
	await requireTry(tries.codes, key, reply);
	const step = stepOf(seal, admin, sent.code);
	if (step === undefined) throw wrongCode();
	await db.transaction(async (tx) => {
		if (!(await useCode(tx, admin, step))) throw wrongCode();
		await clearTwoStep(tx, adminId);
		await record(
			tx,
			{ adminId, ipAddress },
			{
				action: 'TWO_STEP_ENDED',
				target: `admin ${adminId}`,
			},
		);
	});
	await tries.codes.giveBack(key);
}

function wrongCode(): AppError {
	return invalidField('code', ADMIN_SESSION_MESSAGES.wrongCode);
}
