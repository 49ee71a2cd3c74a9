import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { PAGES } from '#contract/core/pages.ts';
import { type Letterhead, layOut, type Recipient } from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';

/** The token is the address's fragment, which browsers send to nobody: no log and no referrer holds it. */
export function resetPasswordLetter(head: Letterhead, to: Recipient, token: string): Letter {
	return layOut(head, to, {
		subject: `Set a new password for ${head.siteName}`,
		before: [`Somebody asked to set a new password for your account at ${head.siteName}.`],
		link: {
			label: 'Set a new password',
			address: `${head.origin}${PAGES.resetPassword}#token=${token}`,
		},
		after: [
			`The link works once, within ${RECOVERY_LIMITS.resetMinutes} minutes.`,
			'If it was not you, do nothing: your password stays as it is.',
		],
		why: `You get this because somebody entered this address as that of an account at ${head.siteName}.`,
	});
}
