import * as z from 'zod/mini';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { LARGEST_ID } from '#contract/core/schemas.ts';
import { type NotificationKind, noticeEntryId } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { fromMicroseconds, toMicroseconds } from '#server/db/expressions.ts';
import { messages, participants } from '#server/db/schema/chats.ts';
import { items } from '#server/db/schema/items.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { MESSAGE_PHOTOS } from '#server/features/chat/photos/queries.ts';
import { createCursor, pageOf, positionId, positionTimestamp } from '#server/lib/cursors.ts';
import { hiddenKinds } from './queries.ts';

interface ListedEntry {
	/** Microseconds since 1970. */
	at: number;
	isRead: boolean;
}

export interface ListedNotification extends ListedEntry {
	kind: Exclude<NotificationKind, 'message'>;
	noticeId: number;
	title: string;
	message: string;
	link: string | null;
}

export interface ListedChat extends ListedEntry {
	kind: 'message';
	itemId: number;
	buyerId: number;
	/** Title of the item. */
	title: string;
	/** Name of the sender. */
	otherName: string;
	/** Number of messages from the sender that the user has not seen. Messages about steps of a deal do not count. */
	unread: number;
	/** Text of the last message received. */
	message: string;
}

interface PageOptions {
	limit: number;
	after?: Position | undefined;
}

/** Greater than every id; the corresponding value for times is `infinity`. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * One page of a user's notification centre, newest first. Of entries with the same time, notifications come before
 * chats, then higher ids first. Notifications are read in index order; the chats of one user are few enough to be
 * sorted.
 */
async function listEntries(
	db: Db,
	userId: number,
	{ limit, after }: PageOptions,
): Promise<(ListedNotification | ListedChat)[]> {
	const bounds = boundsAfter(after);
	const { rows } = await db.execute<Row>(sql`
		with entries as (
			(
				select kind, created_at, 1 as rank, id as first, 0 as second, read_at is not null as is_read,
					title, message, link, 0 as seen_id
				from ${notifications}
				where user_id = ${userId} and kind <> all (${hiddenKinds(userId)})
					and (created_at, id) < (${bounds.at}, ${bounds.noticeId}::bigint)
				order by created_at desc, id desc limit ${limit}
			) union all (
				select 'message', last.created_at, 0, p.item_id, p.buyer_id,
					last.id <= greatest(p.read_id, p.noticed_id),
					null, last.words, null, greatest(p.read_id, p.noticed_id)
				from ${participants} p cross join lateral (${lastReceivedMessage('p')}) last
				where p.user_id = ${userId} and 'message' <> all (${hiddenKinds(userId)})
					and (last.created_at, p.item_id, p.buyer_id)
						< (${bounds.at}, ${bounds.itemId}::bigint, ${bounds.buyerId}::bigint)
				order by last.created_at desc, p.item_id desc, p.buyer_id desc limit ${limit}
			)
		), page as (
			select * from entries order by created_at desc, rank desc, first desc, second desc limit ${limit}
		)
		select kind, first, second, is_read as "isRead", coalesce(page.title, item.title) as title, message, link,
			${toMicroseconds(sql`page.created_at`)} as at,
			other.user_name as "otherName", unread.count as unread
		from page
		left join ${items} item on page.kind = 'message' and item.id = page.first
		left join ${users} other
			on other.id = case when item.seller_id = ${userId} then page.second else item.seller_id end
		left join lateral (
			select count(*)::int as count from ${messages} new
			where page.kind = 'message' and not page.is_read
				and new.item_id = page.first and new.buyer_id = page.second and new.id > page.seen_id
				and new.sender_id <> ${userId} and not new.is_withheld and new.event is null
		) unread on true
		order by page.created_at desc, rank desc, first desc, second desc`);
	return rows.map(toEntry);
}

/**
 * `first` and `second` identify the source of the entry: the ids of item and buyer for a chat, the notification's id and 0
 * otherwise. PostgreSQL returns `bigint` values as strings.
 */
type Row = Record<string, unknown> & {
	kind: NotificationKind;
	first: string;
	second: number;
	isRead: boolean;
	title: string;
	message: string;
	link: string | null;
	at: number;
	otherName: string;
	unread: number;
};

function toEntry({
	kind,
	first,
	second,
	at,
	title,
	message,
	...row
}: Row): ListedNotification | ListedChat {
	const entry = { at, isRead: row.isRead };
	if (kind === 'message') {
		const { otherName, unread } = row;
		return {
			...entry,
			kind,
			itemId: Number(first),
			buyerId: second,
			title,
			message,
			otherName,
			unread,
		};
	}
	const { link } = row;
	return { ...entry, kind, noticeId: Number(first), title, message, link };
}

/** Upper bounds for the notifications and for the chats after a position of the combined list. */
function boundsAfter(position: Position | undefined): {
	at: SQL;
	noticeId: number;
	itemId: number;
	buyerId: number;
} {
	if (!position) {
		const at = sql`'infinity'::timestamptz`;
		return { at, noticeId: MAX_ID, itemId: MAX_ID, buyerId: MAX_ID };
	}
	const at = fromMicroseconds(position.at);
	return 'noticeId' in position.key
		? { at, noticeId: position.key.noticeId, itemId: MAX_ID, buyerId: MAX_ID }
		: { at, noticeId: 0, ...position.key };
}

/**
 * SQL that selects the last message that a participant received from the other side of a chat, with its text (`words`).
 * Messages about steps of a deal do not count: each step has a notification of its own.
 * @param participant alias of the participant's row
 */
export function lastReceivedMessage(participant: string): SQL {
	const side = sql.identifier(participant);
	return sql`
		select id, sender_id, created_at, body is null and photos is null as is_erased, coalesce(body, case
			when photos is not null then ${CHAT_MESSAGES.photo}
			when photo_count > 0 then ${CHAT_MESSAGES.erasedPhoto}
			else ${CHAT_MESSAGES.erased} end) as words
		from (
			select id, sender_id, body, photo_count, created_at, ${MESSAGE_PHOTOS} as photos
			from ${messages}
			where item_id = ${side}.item_id and buyer_id = ${side}.buyer_id and id <= ${side}.last_received_id
				and sender_id <> ${side}.user_id and not is_withheld and event is null
			order by id desc limit 1
		) newest`;
}

/**
 * The source of an entry in the notification centre: a stored notification, or a chat whose messages form one entry.
 */
type EntryKey =
	| { noticeId: number }
	| {
			/** A chat. */
			itemId: number;
			buyerId: number;
	  };

/** The last entry of a page; the next page continues after it (keyset paging). */
interface Position {
	/** Microseconds since 1970, PostgreSQL's precision. */
	at: number;
	key: EntryKey;
}

export function formatEntryId(key: EntryKey): string {
	return 'noticeId' in key ? noticeEntryId(key.noticeId) : `m${key.itemId}-${key.buyerId}`;
}

/** Returns undefined for an invalid id. */
export function parseEntryId(id: string): EntryKey | undefined {
	const [, notificationId] = /^n([1-9]\d{0,14})$/.exec(id) ?? [];
	if (notificationId !== undefined) return { noticeId: Number(notificationId) };
	const [, item, buyer] = /^m([1-9]\d{0,9})-([1-9]\d{0,9})$/.exec(id) ?? [];
	const [itemId, buyerId] = [Number(item), Number(buyer)];
	return itemId <= LARGEST_ID && buyerId <= LARGEST_ID ? { itemId, buyerId } : undefined;
}

const cursor = createCursor(
	z.union([
		z.tuple([positionTimestamp, z.int().check(z.minimum(1))]),
		z.tuple([positionTimestamp, positionId, positionId]),
	]),
);

function encodeCursor({ at, key }: Position): string {
	return cursor.encode('noticeId' in key ? [at, key.noticeId] : [at, key.itemId, key.buyerId]);
}

/** @throws AppError invalid for a cursor that we did not create */
function decodeCursor(encoded: string): Position {
	const position = cursor.decode(encoded);
	if (position.length === 2) return { at: position[0], key: { noticeId: position[1] } };
	const [at, itemId, buyerId] = position;
	return { at, key: { itemId, buyerId } };
}

interface Page {
	entries: (ListedNotification | ListedChat)[];
	/** Null on the last page. */
	nextCursor: string | null;
}

/**
 * One page of the notification centre with the cursor of the next page.
 * @throws AppError invalid for a cursor that we did not create
 */
export async function listPage(
	db: Db,
	userId: number,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page> {
	const after = cursor === undefined ? undefined : decodeCursor(cursor);
	const found = await listEntries(db, userId, { limit: limit + 1, after });
	const { rows: entries, last } = pageOf(found, limit);
	return { entries, nextCursor: last ? encodeCursor({ at: last.at, key: last }) : null };
}
