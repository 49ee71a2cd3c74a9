import { PAGES } from '#contract/core/pages.ts';
import { type Letterhead, layOut, type Recipient } from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';

export function passwordChangedLetter(head: Letterhead, to: Recipient): Letter {
	return layOut(head, to, {
		subject: `Your password for ${head.siteName} is changed`,
		before: [
			`The password of your account at ${head.siteName} has just been changed, and other devices are signed out.`,
			'If it was you, there is nothing to do. If it was not, set a new one at once:',
		],
		link: { label: 'Set a new password', address: `${head.origin}${PAGES.forgotPassword}` },
		after: [`Should that not work, write to ${head.supportEmail}.`],
		why: `You get this because it is about who can open your account at ${head.siteName}.`,
	});
}
