import { createCursor, positionId } from '#server/lib/cursors.ts';

/** Keyset cursor: the id of the last review of a page. Ids increase with time. */
export const reviewCursor = createCursor(positionId);
