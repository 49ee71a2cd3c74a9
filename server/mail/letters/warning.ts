import { PAGES } from '#contract/pages.ts';
import {
	type Letterhead,
	layOut,
	linesOf,
	type Recipient,
	type Unsubscribe,
} from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';

export function warningLetter(
	head: Letterhead,
	to: Recipient,
	{ title, message }: { title: string; message: string },
	unsubscribe: Unsubscribe,
): Letter {
	return layOut(head, to, {
		subject: title,
		before: [`The administrators of ${head.siteName} write to you:`, ...linesOf(message)],
		link: { label: 'Read the rules', address: `${head.origin}${PAGES.rules}` },
		after: [`If you think that this is a mistake, write to ${head.supportEmail}.`],
		unsubscribe,
	});
}
