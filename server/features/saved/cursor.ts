import * as z from 'zod/mini';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';

/** The last saved item of a page; the next page continues after it (keyset cursor). */
export interface SavedPosition {
	/** Microseconds since 1970. */
	savedAtUs: number;
	itemId: number;
}

const cursor = createCursor(z.tuple([positionTimestamp, positionId]));

export function encodePosition({ savedAtUs, itemId }: SavedPosition): string {
	return cursor.encode([savedAtUs, itemId]);
}

/** @throws AppError invalid for an invalid cursor */
export function decodePosition(encoded: string): SavedPosition {
	const [savedAtUs, itemId] = cursor.decode(encoded);
	return { savedAtUs, itemId };
}
