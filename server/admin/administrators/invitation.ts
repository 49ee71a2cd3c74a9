import * as z from 'zod/mini';
import type { passwordChoice } from '#contract/admin/administrators.ts';
import { ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';
import { logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { defineTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashChosenPassword } from '#server/lib/password-policy.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';
import { type MailHeader, renderMail } from '#server/mail/layout.ts';
import type { MailTransport } from '#server/mail/mail.ts';
import { type AdminRow, findAdmin, replacePassword } from './queries.ts';

/** Mails a new administrator the link to choose a password. */
export const invitationTask = defineTask('admin-invitation', z.object({ adminId: z.int() }), {
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

export interface InvitationDeps {
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
