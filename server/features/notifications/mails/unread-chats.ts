import { isolated } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import {
	type MailHeader,
	type Recipient,
	renderMail,
	toSingleLine,
	type UnsubscribeLinks,
} from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';
import { mailReason } from './reason.ts';

/** The mail lists this many chats and counts the others. */
const CHATS_LISTED = 10;

interface UnreadChat {
	senderName: string;
	itemTitle: string;
	count: number;
}

/** The mail about unread messages in several chats: one line per chat, without message text. */
export function unreadChatsMail(
	header: MailHeader,
	to: Recipient,
	chats: readonly UnreadChat[],
	unsubscribe: UnsubscribeLinks,
): Mail {
	const omittedCount = chats.length - CHATS_LISTED;
	return renderMail(header, to, {
		subject: `New messages in ${chats.length} chats`,
		beforeLink: [
			`There is something new for you in ${chats.length} chats at ${header.siteName}:`,
			...chats.slice(0, CHATS_LISTED).map(describeChat),
			...(omittedCount > 0 ? [`And ${omittedCount} more.`] : []),
		],
		link: { label: 'See your chats', address: `${header.origin}${PAGES.chats}` },
		afterLink: ['Please answer in the chats: a reply to this mail reaches nobody there.'],
		reason: mailReason('message', header),
		unsubscribe,
	});
}

function describeChat({ senderName, itemTitle, count }: UnreadChat): string {
	const about = `about “${isolated(toSingleLine(itemTitle))}”`;
	const sender = isolated(toSingleLine(senderName));
	return count === 1
		? `${sender} wrote to you ${about}.`
		: `${sender} sent you ${count} messages ${about}.`;
}
