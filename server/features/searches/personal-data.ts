import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { asc, eq, getTableColumns } from '#server/db/drizzle.ts';
import { savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import { deleteSearches } from './queries.ts';

/** The searches of a user, each with its matches. */
export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'savedSearches'>> {
	const rows = await db
		.select()
		.from(savedSearches)
		.where(eq(savedSearches.userId, userId))
		.orderBy(asc(savedSearches.id));
	const matches = await db
		.select(getTableColumns(savedSearchMatches))
		.from(savedSearchMatches)
		.innerJoin(savedSearches, eq(savedSearches.id, savedSearchMatches.searchId))
		.where(eq(savedSearches.userId, userId))
		.orderBy(asc(savedSearchMatches.searchId), asc(savedSearchMatches.itemId));
	const bySearch = Map.groupBy(matches, ({ searchId }) => searchId);
	return {
		savedSearches: rows.map((row) => ({
			...withIsoDates(row),
			found: (bySearch.get(row.id) ?? []).map(({ searchId: _, ...match }) => withIsoDates(match)),
		})),
	};
}

export async function erase(tx: Db, userId: number): Promise<void> {
	await deleteSearches(tx, userId);
}
