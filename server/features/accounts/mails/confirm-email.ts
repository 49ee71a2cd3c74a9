import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { PAGES } from '#contract/core/pages.ts';
import { type MailHeader, renderMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

/**
 * The mail with the link that confirms an address. The person who entered the address may be a stranger, so the mail
 * contains no text that this person could choose.
 */
export function confirmEmailMail(header: MailHeader, address: string, token: string): Mail {
	return renderMail(
		header,
		{ address, name: undefined },
		{
			subject: `Confirm your email address for ${header.siteName}`,
			beforeLink: [`This address was given for an account at ${header.siteName}.`],
			link: {
				label: 'Confirm this address',
				address: `${header.origin}${PAGES.confirmEmail}#token=${token}`,
			},
			afterLink: [
				`The link works once, within ${RECOVERY_LIMITS.confirmHours} hours.`,
				'If this was not you, do not open the link: the address is then not used.',
			],
			reason: `You get this because somebody entered this address at ${header.siteName}.`,
		},
	);
}
