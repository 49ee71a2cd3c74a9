import { isolated } from '#contract/core/format.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import { truncate } from '#server/lib/truncate.ts';
import {
	type MailHeader,
	type Recipient,
	renderMail,
	toSingleLine,
	type UnsubscribeLinks,
} from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';
import { mailReason } from './reason.ts';

/** The mail quotes at most this many characters of a message. */
const EXCERPT_CHARS = 200;

interface UnreadMessages {
	senderName: string;
	itemTitle: string;
	count: number;
	/** Text of the last message. */
	words: string;
	/** URL of the chat. */
	chatUrl: string;
}

/**
 * The mail about unread messages in one chat. Quotes the texts of other users on one line, so that they cannot
 * imitate our own text.
 */
export function unreadMessagesMail(
	header: MailHeader,
	to: Recipient,
	{ senderName, itemTitle, count, words, chatUrl }: UnreadMessages,
	unsubscribe: UnsubscribeLinks,
): Mail {
	const sender = toSingleLine(senderName);
	const about = `about “${isolated(toSingleLine(itemTitle))}” at ${header.siteName}`;
	const introduction =
		count === 1
			? `${isolated(sender)} wrote to you ${about}:`
			: `${isolated(sender)} sent you ${count} messages ${about}. The last one:`;
	return renderMail(header, to, {
		subject: NOTIFICATION_MESSAGES.messages(sender, count, shortTitle(itemTitle)),
		beforeLink: [introduction, `“${isolated(truncate(toSingleLine(words), EXCERPT_CHARS))}”`],
		link: { label: 'Open the chat', address: chatUrl },
		afterLink: ['Please answer in the chat: a reply to this mail reaches nobody there.'],
		reason: mailReason('message', header),
		unsubscribe,
	});
}
