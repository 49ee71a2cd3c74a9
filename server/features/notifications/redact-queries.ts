import { and, ne, type SQL, sql } from 'drizzle-orm';
import { PAGES } from '#contract/core/pages.ts';
import {
	ERASED_NOTIFICATION_TITLES,
	NOTIFICATION_MESSAGES,
} from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';

const { link, kind, message, itemIds } = notifications;

/** Still says what has ended. */
const ALL_WORDS = {
	title: sql`coalesce(${JSON.stringify(ERASED_NOTIFICATION_TITLES)}::jsonb ->> ${kind}, ${NOTIFICATION_MESSAGES.erased})`,
	message: NOTIFICATION_MESSAGES.erasedText,
};
/** For an alert of a saved search: only its message contains item titles. */
const MESSAGE = { message: NOTIFICATION_MESSAGES.erasedItems };

/**
 * Erases the texts of other users' notifications that contain this user's name or titles of this user's items. These are
 * notifications that link to an item or to a chat, and alerts that name an item.
 */
export async function redactNotificationsAbout(db: Db, userId: number): Promise<void> {
	const ownItems = sql`${items} where ${items.sellerId} = ${userId}`;
	const itemPages = sql`array(select replace(${PAGES.item}, ':id', id::text) from ${ownItems})`;
	const chatPages = sql`array(
		select replace(replace(${PAGES.chat}, ':first', item_id::text), ':second', buyer_id::text)
		from ${conversations} where buyer_id = ${userId} or item_id in (select id from ${ownItems}))`;
	const redact = (words: typeof ALL_WORDS | typeof MESSAGE, condition: SQL) =>
		db
			.update(notifications)
			.set(words)
			.where(and(condition, ne(notifications.userId, userId)));

	// Each condition begins with the condition of a partial index.
	await redact(ALL_WORDS, sql`${link} like '/item/%' and ${link} = any(${itemPages})`);
	await redact(ALL_WORDS, sql`${link} like '/chat/%' and ${link} = any(${chatPages})`);
	await redact(
		MESSAGE,
		sql`${itemIds} is not null and ${itemIds} && array(select id from ${ownItems})`,
	);
	// An earlier version did not store the items of an alert. The text of such an alert has the first 59 characters of
	// each title.
	await redact(
		MESSAGE,
		sql`${kind} = 'search-alert' and ${itemIds} is null and exists (
			select from ${ownItems} and position(' · ' || left(${items.title}, 59) in ' · ' || ${message}) > 0)`,
	);
}
