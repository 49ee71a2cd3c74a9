import type * as z from 'zod/mini';
import type { newAdministrator, passwordChange } from '#contract/admin/administrators.ts';
import { ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/password-policy.ts';
import { hashPassword, verifyPassword } from '#server/lib/passwords.ts';
import {
	type AdminAuthDeps,
	type ReauthenticatingAdmin,
	requireAdmin,
	requireCurrentPassword,
	wrongPasswordError,
} from './authenticate.ts';
import { generatePassword } from './bootstrap.ts';
import { invitationTask } from './invitation.ts';
import {
	type AdminRow,
	insertAdmin,
	lockSuperAdmins,
	replacePassword,
	setAdminRemoved,
	setTemporaryPassword,
} from './queries.ts';
import { deleteAdminSessionsOf } from './session-queries.ts';

type AdminActor = Actor & { adminId: number };

/** @throws AppError unauthenticated for a super administrator who was removed while the request ran */
function requireNotRemoved(superAdminIds: readonly number[], { adminId }: AdminActor): void {
	if (!superAdminIds.includes(adminId)) {
		throw new AppError('unauthenticated', REQUEST_ERRORS.signIn);
	}
}

/**
 * Adds an administrator. Without a password, they choose one by a mailed link.
 * @throws AppError conflict when an administrator has the address; unauthenticated for a super administrator who was
 * just removed
 */
export async function registerAdministrator(
	{ db, addTask }: { db: Db; addTask: AddTask },
	actor: AdminActor,
	{ username, email, password, roleLevel }: z.output<typeof newAdministrator>,
): Promise<AdminRow> {
	// Any password of at least 8 characters is accepted, as at sign-up.
	const passwordHash = await hashPassword(password ?? generatePassword());
	return db.transaction(async (tx) => {
		requireNotRemoved(await lockSuperAdmins(tx), actor);
		const created = await insertAdmin(tx, { username, email, passwordHash, roleLevel });
		if (!created) throw new AppError('conflict', ADMINISTRATOR_ERRORS.emailTaken);
		const target = `admin ${created.id}`;
		await logAudit(tx, actor, { action: 'ADMIN_REGISTERED', target, details: `as ${roleLevel}` });
		if (password === undefined) await addTask(tx, invitationTask, { adminId: created.id });
		return created;
	});
}

/**
 * Removes an administrator and ends their sessions; audit entries still name them. When super administrators remove
 * each other at the same moment, one remains.
 * @throws AppError conflict for oneself, or the last super administrator; not_found; unauthenticated for a super
 * administrator who was just removed
 */
export async function removeAdministrator(
	db: Db,
	actor: AdminActor,
	adminId: number,
): Promise<void> {
	if (adminId === actor.adminId) {
		throw new AppError('conflict', ADMINISTRATOR_ERRORS.cannotRemoveSelf);
	}
	await db.transaction(async (tx) => {
		const superAdminIds = await lockSuperAdmins(tx);
		if (superAdminIds.every((id) => id === adminId)) {
			throw new AppError('conflict', ADMINISTRATOR_ERRORS.lastSuperAdmin);
		}
		requireNotRemoved(superAdminIds, actor);
		if (!(await setAdminRemoved(tx, adminId))) {
			throw new AppError('not_found', ADMINISTRATOR_ERRORS.notFound);
		}
		await deleteAdminSessionsOf(tx, adminId);
		await logAudit(tx, actor, { action: 'ADMIN_REMOVED', target: `admin ${adminId}` });
	});
}

/**
 * Gives another administrator a temporary password, turns their two-step sign-in off and ends their sessions.
 * @throws AppError conflict for oneself; not_found; unauthenticated for a super administrator who was just removed
 */
export async function resetPassword(
	db: Db,
	actor: AdminActor,
	adminId: number,
	newPassword: string,
): Promise<void> {
	if (adminId === actor.adminId) {
		throw new AppError('conflict', ADMINISTRATOR_ERRORS.ownPassword);
	}
	const passwordHash = await hashChosenPassword(newPassword, [], 'newPassword');
	await db.transaction(async (tx) => {
		requireNotRemoved(await lockSuperAdmins(tx), actor);
		if (!(await setTemporaryPassword(tx, adminId, passwordHash))) {
			throw new AppError('not_found', ADMINISTRATOR_ERRORS.notFound);
		}
		await deleteAdminSessionsOf(tx, adminId);
		await logAudit(tx, actor, { action: 'ADMIN_PASSWORD_RESET', target: `admin ${adminId}` });
	});
}

/**
 * Changes one's own password and ends one's other sessions. A temporary password cannot be kept.
 * @throws AppError invalid for a wrong current password, or when the temporary one is chosen again; too_many
 */
export async function changeOwnPassword(
	authDeps: Pick<AdminAuthDeps, 'db' | 'attemptLimiters'>,
	actor: ReauthenticatingAdmin & { ipAddress: string },
	{ currentPassword, newPassword }: z.output<typeof passwordChange>,
): Promise<void> {
	const { adminId, ipAddress, sessionId } = actor;
	const admin = await requireAdmin(authDeps.db, adminId);
	await requireCurrentPassword(authDeps, admin, currentPassword, actor);
	if (admin.passwordGivenAt && (await verifyPassword(admin.passwordHash, newPassword))) {
		throw invalidField('newPassword', ADMINISTRATOR_ERRORS.temporaryPassword);
	}
	const personalTexts = [admin.username, admin.email];
	const passwordHash = await hashChosenPassword(newPassword, personalTexts, 'newPassword');
	await authDeps.db.transaction(async (tx) => {
		if (!(await replacePassword(tx, admin, passwordHash))) throw wrongPasswordError();
		await deleteAdminSessionsOf(tx, adminId, sessionId);
		const auditEntry = { action: 'ADMIN_PASSWORD_CHANGED', target: `admin ${adminId}` } as const;
		await logAudit(tx, { adminId, ipAddress }, auditEntry);
	});
}
