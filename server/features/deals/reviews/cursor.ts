import { createCursor, positionId } from '#server/lib/cursors.ts';

/** The id of the last review of a page: ids increase with time. */
export const reviewCursor = createCursor(positionId);
