import { PAGES } from '#contract/core/pages.ts';
import type { AccountChange } from '#server/features/auth/tasks.ts';
import { type MailHeader, type Recipient, renderMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

interface MailText {
	subject: string;
	text: string;
}

const CHANGES: Record<AccountChange, (siteName: string) => MailText> = {
	'identity-linked': (siteName) => ({
		subject: `A Google account is linked at ${siteName}`,
		text: `A Google account has just been linked to your account at ${siteName}. You can now log in with it.`,
	}),
	'identity-unlinked': (siteName) => ({
		subject: `Google is unlinked at ${siteName}`,
		text: `The Google account that was linked to your account at ${siteName} can no longer be used to log in.`,
	}),
	'phone-changed': (siteName) => ({
		subject: `Your phone number at ${siteName} is changed`,
		text: `The phone number of your account at ${siteName} has just been changed or removed.`,
	}),
};

/** The mail about a changed phone number, or about a linked or unlinked Google account. */
export function accountChangedMail(header: MailHeader, to: Recipient, change: AccountChange): Mail {
	const { subject, text } = CHANGES[change](header.siteName);
	return renderMail(header, to, {
		subject,
		beforeLink: [
			text,
			'If it was you, there is nothing to do. If it was not, set a new password at once. That signs out every device and unlinks every linked account.',
		],
		link: { label: 'Set a new password', address: `${header.origin}${PAGES.forgotPassword}` },
		afterLink: [`Should that not work, write to ${header.supportEmail}.`],
		reason: `You get this because it is about who can open your account at ${header.siteName}.`,
	});
}
