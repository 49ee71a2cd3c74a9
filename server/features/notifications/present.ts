import { NOTIFICATION_LIMITS, NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { chatPath } from '#server/features/chat/present.ts';
import { formatEntryId, type ListedChat, type ListedNotification } from './list-queries.ts';

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
	const title = shortTitle(entry.title);
	return {
		...common,
		title: isRead
			? NOTIFICATION_MESSAGES.readMessages(otherName, title)
			: NOTIFICATION_MESSAGES.messages(otherName, unread, title),
		message: truncate(message, EXCERPT_CHARS),
		link: chatPath(entry),
	};
}

/** An item's title in the title of a notification, which is also the subject of its mail. */
export const shortTitle = (title: string): string => truncate(title, NOTIFICATION_LIMITS.titleMax);

/** Cuts a text to `maxLength` code points, the last one an ellipsis. */
export function truncate(text: string, maxLength: number): string {
	const characters = [...text];
	return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
}
