import { and, ne, type SQL, sql } from 'drizzle-orm';
import { PAGES } from '#contract/core/pages.ts';
import type { Db } from '#server/db/client.ts';
import { conversations } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { ERASED_TEXT } from '#server/lib/personal-data.ts';

const ALL_WORDS = { title: ERASED_TEXT, message: ERASED_TEXT };
/** For an alert of a saved search: only its message contains item titles. */
const MESSAGE = { message: ERASED_TEXT };

/**
 * Erases the texts of other users' notifications that contain titles of this user's items. These are notifications that
 * link to an item or to a chat about it, and alerts that name it.
 */
export async function redactItemNotifications(db: Db, sellerId: number): Promise<void> {
	const { link, kind, message, itemIds } = notifications;
	const ownItems = sql`${items} where ${items.sellerId} = ${sellerId}`;
	const itemPages = sql`array(select replace(${PAGES.item}, ':id', id::text) from ${ownItems})`;
	const chatPages = sql`array(
		select replace(replace(${PAGES.chat}, ':first', item_id::text), ':second', buyer_id::text)
		from ${conversations} where item_id in (select id from ${ownItems}))`;
	const redact = (words: Partial<typeof ALL_WORDS>, condition: SQL) =>
		db
			.update(notifications)
			.set(words)
			.where(and(condition, ne(notifications.userId, sellerId)));

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
