import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import { shorten } from '#server/lib/shorten.ts';
import {
	type Letterhead,
	layOut,
	oneLine,
	type Recipient,
	type Unsubscribe,
} from '#server/mail/layout.ts';
import type { Letter } from '#server/mail/mail.ts';
import { whyNotice } from './reason.ts';

/** Characters of a message that leave the market by mail. */
const WORDS_SHOWN = 200;

interface UnreadMessages {
	senderName: string;
	itemTitle: string;
	count: number;
	/** Of the last message. */
	words: string;
	/** Address of the chat. */
	chat: string;
}

/** Other people's words stand in quotes on one line each, so that none passes for ours. */
export function unreadMessagesLetter(
	head: Letterhead,
	to: Recipient,
	{ senderName, itemTitle, count, words, chat }: UnreadMessages,
	unsubscribe: Unsubscribe,
): Letter {
	const sender = oneLine(senderName);
	const about = `about “${oneLine(itemTitle)}” at ${head.siteName}`;
	const wrote =
		count === 1
			? `${sender} wrote to you ${about}:`
			: `${sender} sent you ${count} messages ${about}. The last one:`;
	return layOut(head, to, {
		subject: NOTICE_MESSAGES.messages(sender, count),
		before: [wrote, `“${shorten(oneLine(words), WORDS_SHOWN)}”`],
		link: { label: 'Open the chat', address: chat },
		after: ['Please answer in the chat: a reply to this mail reaches nobody there.'],
		why: whyNotice('message', head),
		unsubscribe,
	});
}
