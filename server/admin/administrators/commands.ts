import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type {
	newAdministrator,
	passwordChange,
	passwordChoice,
} from '#contract/admin/administrators.ts';
import { ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { type AddTask, defineTask, handleTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { hashChosenPassword, hashPassword, verifyPassword } from '#server/lib/passwords.ts';
import { isSigned, type Secrets, sign } from '#server/lib/secrets.ts';
import { type MailHeader, renderMail } from '#server/mail/layout.ts';
import type { MailTransport } from '#server/mail/mail.ts';
import {
	type AdminAuthDeps,
	type ReauthenticatingAdmin,
	requireAdmin,
	requireCurrentPassword,
	wrongPasswordError,
} from './authenticate.ts';
import {
	type AdminRow,
	findAdmin,
	hasSuperAdmin,
	insertAdmin,
	lockFirstAdmin,
	lockSuperAdmins,
	replacePassword,
	restoreAdmin,
	setAdminRemoved,
	setTemporaryPassword,
	TEMPORARY_PASSWORD,
} from './queries.ts';
import { deleteAdminSessionsOf, deleteExpiredAdminSessions } from './sessions.ts';

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

/** Mails a new administrator the link to choose a password. */
const invitationTask = defineTask('admin-invitation', z.object({ adminId: z.int() }), {
	concurrency: 1,
	retriedFor: 'a day',
});

const TOKEN_PATTERN = /^([1-9]\d{0,9})-(\d{1,15})-([\w-]{43})$/;

/** The token is valid for the stored password only, so it works once: using it replaces the password. */
function signedTextOf({ id, passwordHash }: AdminRow, expiresAtMs: number): string {
	return `choose password ${id} ${expiresAtMs} ${passwordHash}`;
}

/** Sends nothing to an administrator who was removed meanwhile. */
export async function sendInvitation(
	{ db, mail, header, secrets }: InvitationDeps,
	adminId: number,
): Promise<void> {
	const admin = await findAdmin(db, adminId);
	if (!admin) return;
	const expiresAtMs = Date.now() + ADMIN_SESSION_LIMITS.temporaryPasswordMs;
	const signature = sign(signedTextOf(admin, expiresAtMs), secrets);
	const address = `${header.origin}${ADMIN_PAGES.choosePassword}#token=${admin.id}-${expiresAtMs}-${signature}`;
	const to = { address: admin.email, name: admin.username };
	await mail.send(
		renderMail(header, to, {
			subject: `You are an administrator of ${header.siteName}`,
			beforeLink: [
				`You were added to the administrators of ${header.siteName}. Choose the password with which you log in:`,
			],
			link: { label: 'Choose a password', address },
			afterLink: ['The link works once, within three days.'],
			reason: `You get this because a super administrator of ${header.siteName} entered this address.`,
		}),
	);
}

interface InvitationDeps {
	db: Db;
	mail: Pick<MailTransport, 'send'>;
	header: MailHeader;
	secrets: Secrets;
}

/**
 * Sets the password of a new administrator.
 * @throws AppError invalid for a token that was used, has expired or is not ours, and for a password that others know
 */
export async function choosePassword(
	{ db, secrets }: Pick<InvitationDeps, 'db' | 'secrets'>,
	{ token, newPassword }: z.output<typeof passwordChoice>,
	ipAddress: string,
): Promise<void> {
	const linkExpired = new AppError('invalid', ADMINISTRATOR_ERRORS.linkExpired);
	const [, id = '', expiresAtMs = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? [];
	if (id === '' || Number(expiresAtMs) <= Date.now()) throw linkExpired;
	const admin = await findAdmin(db, Number(id));
	if (!admin || !isSigned(signedTextOf(admin, Number(expiresAtMs)), signature, secrets)) {
		throw linkExpired;
	}
	const personalTexts = [admin.username, admin.email];
	const passwordHash = await hashChosenPassword(newPassword, personalTexts, 'newPassword');
	await db.transaction(async (tx) => {
		if (!(await replacePassword(tx, admin, passwordHash))) throw linkExpired;
		await logAudit(
			tx,
			{ adminId: admin.id, ipAddress },
			{
				action: 'ADMIN_PASSWORD_CHANGED',
				target: `admin ${admin.id}`,
				details: 'By the mailed link.',
			},
		);
	});
}

/** The super administrator to create. */
export interface FirstAdmin {
	email: string;
	password: string;
}

/**
 * Creates the first super administrator when there is none, from the configuration or with a generated password. Of
 * instances that start together on an empty database, one creates it.
 * @returns the administrator with the generated password, to be printed once; undefined if none was generated
 * @throws Error with a one-line message when an ordinary administrator has the address
 */
export async function ensureSuperAdmin(
	db: Db,
	configured: FirstAdmin | undefined,
	fallbackEmail: string,
): Promise<FirstAdmin | undefined> {
	if (await hasSuperAdmin(db)) return undefined;
	const admin = configured ?? {
		email: fallbackEmail.toLowerCase(),
		password: generatePassword(),
	};
	const passwordHash = await hashPassword(admin.password);
	const isCreated = await db.transaction(async (tx) => {
		await lockFirstAdmin(tx);
		if (await hasSuperAdmin(tx)) return false;
		const { email } = admin;
		const row = { username: 'admin', email, passwordHash, roleLevel: 'super_admin' };
		const createdAdmin = await insertAdmin(
			tx,
			configured ? row : { ...row, ...TEMPORARY_PASSWORD },
		);
		if (!createdAdmin) {
			throw new Error(`There is no super administrator, and ${email} is another's address.`);
		}
		await logAudit(tx, localActor(createdAdmin.id), {
			action: 'ADMIN_REGISTERED',
			target: `admin ${createdAdmin.id}`,
			details: 'as super_admin, while there was none',
		});
		return true;
	});
	return isCreated && !configured ? admin : undefined;
}

/**
 * The actor of audit entries for actions made on the server itself, by an operator.
 * @param adminId the administrator who is created or restored, if any
 */
export function localActor(adminId: number | null): Actor {
	return { adminId, ipAddress: 'this computer' };
}

/** A random password of 96 bits. */
function generatePassword(): string {
	return randomBytes(12).toString('base64url');
}

interface ResetResult {
	admin: AdminRow;
	/** To be printed once. */
	password: string;
	isNew: boolean;
}

/**
 * Restores access for an administrator who lost password or phone, or was removed: a temporary
 * password, no two-step sign-in, no sessions. For an address that no administrator ever had, it
 * creates a super administrator.
 */
export async function resetAdmin(db: Db, email: string): Promise<ResetResult> {
	const password = generatePassword();
	const passwordHash = await hashPassword(password);
	return db.transaction(async (tx) => {
		const restored = await restoreAdmin(tx, email, passwordHash);
		const admin = restored ?? (await insertSuperAdmin(tx, email, passwordHash));
		await deleteAdminSessionsOf(tx, admin.id);
		const action = restored ? 'ADMIN_PASSWORD_RESET' : 'ADMIN_REGISTERED';
		await logAudit(tx, localActor(admin.id), {
			action,
			target: `admin ${admin.id}`,
			details: 'npm run admin:reset',
		});
		return { admin, password, isNew: !restored };
	});
}

async function insertSuperAdmin(tx: Db, email: string, passwordHash: string): Promise<AdminRow> {
	const row = {
		username: 'admin',
		email,
		passwordHash,
		roleLevel: 'super_admin',
		...TEMPORARY_PASSWORD,
	};
	const created = await insertAdmin(tx, row);
	if (!created) throw new Error('Somebody has just taken this address: please try again.');
	return created;
}

/** Scheduled jobs about administrators, and the handler of their queued task. */
export function administratorJobs(deps: InvitationDeps): Job[] {
	return [
		handleTask(invitationTask, ({ adminId }) => sendInvitation(deps, adminId)),
		{
			name: 'sweep-admin-sessions',
			schedule: '5 4 * * *',
			run: () => deleteExpiredAdminSessions(deps.db),
		},
	];
}
