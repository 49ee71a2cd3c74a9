import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import type { NoticeEntry } from '#contract/notifications/notifications.ts';
import { shorten } from '#server/lib/shorten.ts';
import { entryIdOf } from './entry-id.ts';
import type { ListedChat, ListedNotice } from './list-queries.ts';

/** Characters of a message that stand in the notification centre. */
const WORDS_SHOWN = 140;

export function presentEntry(entry: ListedNotice | ListedChat): NoticeEntry {
	const { kind, isRead } = entry;
	const createdAt = new Date(entry.at / 1000).toISOString();
	const common = { id: entryIdOf(entry), kind, createdAt, isRead };
	if (entry.kind !== 'message') {
		const { title, message, link } = entry;
		return { ...common, title, message, link };
	}
	const { otherName, unread, message } = entry;
	return {
		...common,
		title: isRead
			? NOTICE_MESSAGES.readMessages(otherName)
			: NOTICE_MESSAGES.messages(otherName, unread),
		message: message === null ? CHAT_MESSAGES.erased : shorten(message, WORDS_SHOWN),
		link: chatPath(entry),
	};
}

export function chatPath({ itemId, buyerId }: { itemId: number; buyerId: number }): string {
	return PAGES.chat.replace(':first', String(itemId)).replace(':second', String(buyerId));
}
