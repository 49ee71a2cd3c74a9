import { PAGES } from '#contract/pages.ts';
import {
	type Letterhead,
	layOut,
	linesOf,
	type Recipient,
	type Unsubscribe,
} from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';

export function announcementLetter(
	head: Letterhead,
	to: Recipient,
	{ title, message }: { title: string; message: string },
	unsubscribe: Unsubscribe,
): Letter {
	return layOut(head, to, {
		subject: title,
		before: linesOf(message),
		link: { label: 'See your notifications', address: `${head.origin}${PAGES.notifications}` },
		after: [],
		unsubscribe,
	});
}
