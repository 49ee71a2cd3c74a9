import { type MailHeader, type Recipient, renderMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

/**
 * The mail about a changed email address. It goes to the old address, which can no longer reset the password. It names
 * the support address, in case the owner did not make the change.
 */
export function emailChangedMail(header: MailHeader, to: Recipient): Mail {
	return renderMail(header, to, {
		subject: `Your email address at ${header.siteName} is changed`,
		beforeLink: [
			`Your account at ${header.siteName} has another email address now. This one no longer belongs to it.`,
		],
		afterLink: [
			`If it was not you, write to ${header.supportEmail} from this address as soon as you can.`,
		],
		reason: `You get this because this was the address of your account at ${header.siteName} until now.`,
	});
}
