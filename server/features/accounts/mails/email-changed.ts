import { type Letterhead, layOut, type Recipient } from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';

/** Goes to the old address, which can no longer open the account: support must help where it was not the owner. */
export function emailChangedLetter(head: Letterhead, to: Recipient): Letter {
	return layOut(head, to, {
		subject: `Your email address at ${head.siteName} is changed`,
		before: [
			`Your account at ${head.siteName} has another email address now. This one no longer belongs to it.`,
		],
		after: [
			`If it was not you, write to ${head.supportEmail} from this address as soon as you can.`,
		],
		why: `You get this because this was the address of your account at ${head.siteName} until now.`,
	});
}
