import { PAGES } from '#contract/core/pages.ts';
import { type MailHeader, type Recipient, renderMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

/** The mail about a changed password. */
export function passwordChangedMail(header: MailHeader, to: Recipient): Mail {
	return renderMail(header, to, {
		subject: `Your password for ${header.siteName} is changed`,
		beforeLink: [
			`The password of your account at ${header.siteName} has just been changed, and other devices are signed out.`,
			'If it was you, there is nothing to do. If it was not, set a new one at once:',
		],
		link: { label: 'Set a new password', address: `${header.origin}${PAGES.forgotPassword}` },
		afterLink: [`Should that not work, write to ${header.supportEmail}.`],
		reason: `You get this because it is about who can open your account at ${header.siteName}.`,
	});
}
