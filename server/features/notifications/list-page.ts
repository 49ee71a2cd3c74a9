import type { Db } from '#server/db/client.ts';
import { pageOf } from '#server/lib/paging.ts';
import { decodeCursor, encodeCursor } from './entry-id.ts';
import { type ListedChat, type ListedNotification, listEntries } from './list-queries.ts';

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
