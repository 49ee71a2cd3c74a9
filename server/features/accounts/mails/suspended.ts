import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { type MailHeader, type Recipient, renderMail, splitLines } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

/** The mail about a ban. */
export function suspendedMail(header: MailHeader, to: Recipient, reason: string | null): Mail {
	return renderMail(header, to, {
		subject: `Your account at ${header.siteName} is suspended`,
		beforeLink: [
			AUTH_ERRORS.suspended.message,
			`Your items have left the market, and what was agreed about them has ended. You cannot log in to ${header.siteName} any longer.`,
			...(reason === null ? [] : ['The administrators gave this reason:', ...splitLines(reason)]),
		],
		afterLink: [
			`If you think this is a mistake, write to ${header.supportEmail} from this address and say why. An administrator reads it and answers.`,
		],
		reason: `You get this because it is about who can open your account at ${header.siteName}.`,
	});
}
