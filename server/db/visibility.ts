import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** What became of a person or an item: columns of a table or an alias. */
interface VisibilityColumns {
	bannedAt: SQLWrapper;
	deletedAt: SQLWrapper;
}

/** The public finds all of them: an item is found together with its seller. */
export function isPublic(...targets: VisibilityColumns[]): SQL<boolean> {
	const all = targets.flatMap(({ bannedAt, deletedAt }) => [
		sql`${bannedAt} is null`,
		sql`${deletedAt} is null`,
	]);
	return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** The public finds one of them no more. Of a person it is the condition of the index of those who are hidden, word for word. */
export function isHidden(...targets: VisibilityColumns[]): SQL<boolean> {
	const any = targets.flatMap(({ bannedAt, deletedAt }) => [
		sql`${bannedAt} is not null`,
		sql`${deletedAt} is not null`,
	]);
	return sql<boolean>`(${sql.join(any, sql` or `)})`;
}

/** Of whoever has this name in a statement. */
export function visibilityColumnsOf(name: string): VisibilityColumns {
	const columns = sql.identifier(name);
	return { bannedAt: sql`${columns}.banned_at`, deletedAt: sql`${columns}.deleted_at` };
}
