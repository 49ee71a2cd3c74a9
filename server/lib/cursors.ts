import * as z from 'zod/mini';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { LARGEST_ID } from '#contract/core/schemas.ts';
import { invalidField } from './app-error.ts';

/** Encodes the position of the last row of a page, from which the next page continues (keyset paging). */
export interface Cursor<Position> {
	encode: (position: Position) => string;
	/** @throws AppError invalid for an invalid cursor */
	decode: (encoded: string) => Position;
}

/** @param position schema of a valid position: clients can send forged cursors */
export function createCursor<Position>(position: z.ZodMiniType<Position>): Cursor<Position> {
	return {
		encode: (value) => Buffer.from(JSON.stringify(value)).toString('base64url'),
		decode(encoded) {
			try {
				return z.parse(position, JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
			} catch {
				throw invalidField('cursor', PAGING_ERRORS.badCursor);
			}
		},
	};
}

/** Id of an item, a user or a report. */
export const positionId = z.int().check(z.minimum(1), z.maximum(LARGEST_ID));

/** Microseconds since 1970, the precision of PostgreSQL timestamps; up to the year 2255. */
export const positionTimestamp = z.int().check(z.minimum(0), z.maximum(9_000_000_000_000_000));

/**
 * Builds a page from `limit` + 1 fetched rows: the additional row shows whether there is a next page.
 * @returns `last` is the row after which the next page starts; undefined on the last page
 */
export function pageOf<Row>(
	fetchedRows: readonly Row[],
	limit: number,
): { rows: Row[]; last: Row | undefined } {
	const rows = fetchedRows.slice(0, limit);
	return { rows, last: fetchedRows.length > limit ? rows.at(-1) : undefined };
}
