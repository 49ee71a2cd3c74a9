import { PAGES } from '#contract/core/pages.ts';
import type { AccountChange } from '#server/jobs/tasks.ts';
import { type Letterhead, layOut, type Recipient } from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';

interface Said {
	subject: string;
	words: string;
}

const CHANGES: Record<AccountChange, (siteName: string) => Said> = {
	'identity-linked': (siteName) => ({
		subject: `A Google account is linked at ${siteName}`,
		words: `A Google account has just been linked to your account at ${siteName}. You can now log in with it.`,
	}),
	'identity-unlinked': (siteName) => ({
		subject: `Google is unlinked at ${siteName}`,
		words: `The Google account that was linked to your account at ${siteName} can no longer be used to log in.`,
	}),
	'phone-changed': (siteName) => ({
		subject: `Your phone number at ${siteName} is changed`,
		words: `The phone number of your account at ${siteName} has just been changed or removed.`,
	}),
};

export function accountChangedLetter(
	head: Letterhead,
	to: Recipient,
	change: AccountChange,
): Letter {
	const { subject, words } = CHANGES[change](head.siteName);
	return layOut(head, to, {
		subject,
		before: [
			words,
			'If it was you, there is nothing to do. If it was not, set a new password at once. That signs out every device and unlinks every linked account.',
		],
		link: { label: 'Set a new password', address: `${head.origin}${PAGES.forgotPassword}` },
		after: [`Should that not work, write to ${head.supportEmail}.`],
		why: `You get this because it is about who can open your account at ${head.siteName}.`,
	});
}
