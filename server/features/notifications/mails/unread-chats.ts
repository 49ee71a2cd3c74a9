import { PAGES } from '#contract/core/pages.ts';
import {
	type Letterhead,
	layOut,
	oneLine,
	type Recipient,
	type Unsubscribe,
} from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';
import { whyNotice } from './reason.ts';

/** Chats that a mail names; of more it says how many there are. */
const CHATS_NAMED = 10;

interface UnreadChat {
	senderName: string;
	itemTitle: string;
	count: number;
}

/** Of several chats at once, without anybody's words: each has a line. */
export function unreadChatsLetter(
	head: Letterhead,
	to: Recipient,
	chats: readonly UnreadChat[],
	unsubscribe: Unsubscribe,
): Letter {
	const more = chats.length - CHATS_NAMED;
	return layOut(head, to, {
		subject: `New messages in ${chats.length} chats`,
		before: [
			`There is something new for you in ${chats.length} chats at ${head.siteName}:`,
			...chats.slice(0, CHATS_NAMED).map(lineOf),
			...(more > 0 ? [`And ${more} more.`] : []),
		],
		link: { label: 'See your chats', address: `${head.origin}${PAGES.chats}` },
		after: ['Please answer in the chats: a reply to this mail reaches nobody there.'],
		why: whyNotice('message', head),
		unsubscribe,
	});
}

function lineOf({ senderName, itemTitle, count }: UnreadChat): string {
	const about = `about “${oneLine(itemTitle)}”`;
	const sender = oneLine(senderName);
	return count === 1
		? `${sender} wrote to you ${about}.`
		: `${sender} sent you ${count} messages ${about}.`;
}
