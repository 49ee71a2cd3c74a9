import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { PAGES } from '#contract/core/pages.ts';
import { type MailHeader, type Recipient, renderMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

/**
 * The mail with the link that sets a new password. Token and address are in the URL fragment, which browsers never send:
 * they reach neither logs nor referrers. Password managers store the new password under the address.
 */
export function resetPasswordMail(header: MailHeader, to: Recipient, token: string): Mail {
	return renderMail(header, to, {
		subject: `Set a new password for ${header.siteName}`,
		beforeLink: [`Somebody asked to set a new password for your account at ${header.siteName}.`],
		link: {
			label: 'Set a new password',
			address: `${header.origin}${PAGES.resetPassword}#${new URLSearchParams({ token, email: to.address })}`,
		},
		afterLink: [
			`The link works once, within ${RECOVERY_LIMITS.resetMinutes} minutes.`,
			'If it was not you, do nothing: your password stays as it is.',
		],
		reason: `You get this because somebody entered this address as that of an account at ${header.siteName}.`,
	});
}
