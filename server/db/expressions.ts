import { type SQL, type SQLWrapper, sql } from './drizzle.ts';
import { isRemoved } from './schema/items.ts';

/* SQL expressions that several features use. */

/** The columns that hide a user or an item; of a table or an alias. */
interface VisibilityColumns {
	bannedAt: SQLWrapper;
	deletedAt: SQLWrapper;
}

/** SQL condition: all targets are public. An item is public together with its seller. */
export function isPublic(...targets: VisibilityColumns[]): SQL<boolean> {
	const all = targets.flatMap(({ bannedAt, deletedAt }) => [
		sql`${bannedAt} is null`,
		sql`${deletedAt} is null`,
	]);
	return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/**
 * SQL condition: the item is public or removed by its owner, and the others are public. Chats and deals that have begun
 * go on then.
 */
export function isPublicOrRemoved(
	item: VisibilityColumns & { removedAt: SQLWrapper },
	...others: VisibilityColumns[]
): SQL<boolean> {
	const isThere = sql`${item.bannedAt} is null and (${item.deletedAt} is null or ${isRemoved(item)})`;
	return others.length === 0
		? sql<boolean>`(${isThere})`
		: sql<boolean>`(${isThere} and ${isPublic(...others)})`;
}

/**
 * SQL condition: at least one target is not public. For users it must match the predicate of `users_hidden_idx` word
 * for word.
 */
export function isHidden(...targets: VisibilityColumns[]): SQL<boolean> {
	const any = targets.flatMap(({ bannedAt, deletedAt }) => [
		sql`${bannedAt} is not null`,
		sql`${deletedAt} is not null`,
	]);
	return sql<boolean>`(${sql.join(any, sql` or `)})`;
}

/** The visibility columns of a table or alias by name. */
export function visibilityColumnsOf(name: string): VisibilityColumns {
	const columns = sql.identifier(name);
	return { bannedAt: sql`${columns}.banned_at`, deletedAt: sql`${columns}.deleted_at` };
}

/** The same of an item, for `isPublicOrRemoved`. */
export function itemVisibilityColumnsOf(name: string) {
	return { ...visibilityColumnsOf(name), removedAt: sql`${sql.identifier(name)}.removed_at` };
}

/**
 * A pattern for `normalize(lower(…)) like` that finds the text literally, anywhere, in any letter case. It is
 * normalized, because letters such as ज़ can be encoded in two ways.
 */
export function containsPattern(text: string): SQL {
	return sql`normalize(lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}))`;
}

/** A point in time as `Date.prototype.toISOString` writes it; microseconds are cut off, as `new Date` does. */
export function toIsoTime(time: SQLWrapper): SQL<string> {
	return sql<string>`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

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
