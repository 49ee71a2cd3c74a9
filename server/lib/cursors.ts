import * as z from 'zod/mini';
import { LARGEST_ID } from '#contract/core/common.ts';
import { PAGING_MESSAGES } from '#contract/core/paging.ts';
import { invalidField } from './app-error.ts';

/** How the place where a page of a list ended travels: out with that page, and in with the call for the next (keyset paging). */
export interface Cursor<Position> {
	encode: (position: Position) => string;
	/** @throws Refusal invalid for anything that is no such place */
	decode: (encoded: string) => Position;
}

/** @param position everything that it may be, for whoever sends one may have made it up */
export function createCursor<Position>(position: z.ZodMiniType<Position>): Cursor<Position> {
	return {
		encode: (value) => Buffer.from(JSON.stringify(value)).toString('base64url'),
		decode(encoded) {
			try {
				return z.parse(position, JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
			} catch {
				throw invalidField('cursor', PAGING_MESSAGES.badCursor);
			}
		},
	};
}

/** Of an item, a person or a report. */
export const positionId = z.int().check(z.minimum(1), z.maximum(LARGEST_ID));

/** Microseconds since 1970, as exactly as PostgreSQL knows a moment; up to the year 2255 any of them is a time to it. */
export const positionTimestamp = z.int().check(z.minimum(0), z.maximum(9_000_000_000_000_000));
