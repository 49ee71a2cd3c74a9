import { PAGES } from '#contract/core/pages.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { truncate } from '#server/lib/truncate.ts';
import { formatEntryId } from './entry-id.ts';
import type { ListedChat, ListedNotification } from './list-queries.ts';

/** The notification centre shows at most this many characters of a message. */
const EXCERPT_CHARS = 140;

export function presentEntry(entry: ListedNotification | ListedChat): NotificationEntry {
	const { kind, isRead } = entry;
	const createdAt = new Date(entry.at / 1000).toISOString();
	const common = { id: formatEntryId(entry), kind, createdAt, isRead };
	if (entry.kind !== 'message') {
		const { title, message, link } = entry;
		return { ...common, title, message, link };
	}
	const { otherName, unread, message } = entry;
	return {
		...common,
		title: isRead
			? NOTIFICATION_MESSAGES.readMessages(otherName)
			: NOTIFICATION_MESSAGES.messages(otherName, unread),
		message: truncate(message, EXCERPT_CHARS),
		link: chatPath(entry),
	};
}

export function chatPath({ itemId, buyerId }: { itemId: number; buyerId: number }): string {
	return PAGES.chat.replace(':first', String(itemId)).replace(':second', String(buyerId));
}
