import * as z from 'zod/mini';
import { LARGEST_ID } from '#contract/core/common.ts';
import { cursorOf, placeMoment, placeNumber } from '#server/lib/cursors.ts';

/** What an entry of the notification centre stands for: a stored notice, or the messages of a chat, which are one entry. */
export type EntryKey =
	| { noticeId: number }
	| {
			/** A chat. */
			itemId: number;
			buyerId: number;
	  };

/** Where a page of the list ended: the next one continues behind it (keyset paging). */
export interface Place {
	/** Microseconds since 1970, as exact as PostgreSQL keeps them. */
	at: number;
	key: EntryKey;
}

export function entryIdOf(key: EntryKey): string {
	return 'noticeId' in key ? `n${key.noticeId}` : `m${key.itemId}-${key.buyerId}`;
}

/** Undefined for what can't be an entry. */
export function readEntryId(id: string): EntryKey | undefined {
	const [, notice] = /^n([1-9]\d{0,14})$/.exec(id) ?? [];
	if (notice !== undefined) return { noticeId: Number(notice) };
	const [, item, buyer] = /^m([1-9]\d{0,9})-([1-9]\d{0,9})$/.exec(id) ?? [];
	const [itemId, buyerId] = [Number(item), Number(buyer)];
	return itemId <= LARGEST_ID && buyerId <= LARGEST_ID ? { itemId, buyerId } : undefined;
}

const cursor = cursorOf(
	z.union([
		z.tuple([placeMoment, z.int().check(z.minimum(1))]),
		z.tuple([placeMoment, placeNumber, placeNumber]),
	]),
);

export function encodeCursor({ at, key }: Place): string {
	return cursor.encode('noticeId' in key ? [at, key.noticeId] : [at, key.itemId, key.buyerId]);
}

/** @throws Refusal invalid for anything we did not hand out */
export function decodeCursor(sent: string): Place {
	const place = cursor.decode(sent);
	if (place.length === 2) return { at: place[0], key: { noticeId: place[1] } };
	const [at, itemId, buyerId] = place;
	return { at, key: { itemId, buyerId } };
}
