import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/*
 * The position in a list sorted by time (keyset paging) has the precision of PostgreSQL. A `Date`
 * would lose the microseconds, and the next page could repeat or skip rows.
 */

/** A point in time as microseconds since 1970. */
export function toMicroseconds(time: SQLWrapper): SQL<number> {
	return sql<number>`(extract(epoch from ${time}) * 1000000)::float8`;
}

/** The inverse of `toMicroseconds`: a `timestamptz`. */
export function fromMicroseconds(microseconds: number): SQL {
	return sql`to_timestamp(${microseconds}::float8 / 1000000)`;
}
