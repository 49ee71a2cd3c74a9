import * as z from 'zod/mini';
import { LARGEST_ID } from '#contract/core/common.ts';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';

/** What an entry of the notification centre stands for: a stored notice, or the messages of a chat, which are one entry. */
export type EntryKey =
	| { noticeId: number }
	| {
			/** A chat. */
			itemId: number;
			buyerId: number;
	  };

/** Where a page of the list ended: the next one continues behind it (keyset paging). */
export interface Position {
	/** Microseconds since 1970, as exact as PostgreSQL keeps them. */
	at: number;
	key: EntryKey;
}

export function formatEntryId(key: EntryKey): string {
	return 'noticeId' in key ? `n${key.noticeId}` : `m${key.itemId}-${key.buyerId}`;
}

/** Undefined for what can't be an entry. */
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

/** @throws Refusal invalid for anything we did not hand out */
export function decodeCursor(encoded: string): Position {
	const position = cursor.decode(encoded);
	if (position.length === 2) return { at: position[0], key: { noticeId: position[1] } };
	const [at, itemId, buyerId] = position;
	return { at, key: { itemId, buyerId } };
}
