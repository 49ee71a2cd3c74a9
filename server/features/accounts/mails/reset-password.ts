import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { PAGES } from '#contract/core/pages.ts';
import { type MailHeader, type Recipient, renderMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

/**
 * The mail with the link that sets a new password. The token is in the URL fragment, which browsers never send: it
 * reaches neither logs nor referrers.
 */
export function resetPasswordMail(header: MailHeader, to: Recipient, token: string): Mail {
	return renderMail(header, to, {
		subject: `Set a new password for ${header.siteName}`,
		beforeLink: [`Somebody asked to set a new password for your account at ${header.siteName}.`],
		link: {
			label: 'Set a new password',
			address: `${header.origin}${PAGES.resetPassword}#token=${token}`,
		},
		afterLink: [
			`The link works once, within ${RECOVERY_LIMITS.resetMinutes} minutes.`,
			'If it was not you, do nothing: your password stays as it is.',
		],
		reason: `You get this because somebody entered this address as that of an account at ${header.siteName}.`,
	});
}
