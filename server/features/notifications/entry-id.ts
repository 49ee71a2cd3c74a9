import * as z from 'zod/mini';
import { LARGEST_ID } from '#contract/core/schemas.ts';
import { noticeEntryId } from '#contract/notifications/facts.ts';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';

/**
 * The source of an entry in the notification centre: a stored notification, or a chat whose messages form one entry.
 */
export type EntryKey =
	| { noticeId: number }
	| {
			/** A chat. */
			itemId: number;
			buyerId: number;
	  };

/** The last entry of a page; the next page continues after it (keyset paging). */
export interface Position {
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

export function encodeCursor({ at, key }: Position): string {
	return cursor.encode('noticeId' in key ? [at, key.noticeId] : [at, key.itemId, key.buyerId]);
}

/** @throws AppError invalid for a cursor that we did not create */
export function decodeCursor(encoded: string): Position {
	const position = cursor.decode(encoded);
	if (position.length === 2) return { at: position[0], key: { noticeId: position[1] } };
	const [at, itemId, buyerId] = position;
	return { at, key: { itemId, buyerId } };
}
