import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { savedSearches } from '#server/db/schema/saved-searches.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import { deleteSearches } from './queries.ts';

export async function exportOf(
	db: Db,
	userId: number,
): Promise<Pick<PersonalData, 'savedSearches'>> {
	const rows = await db
		.select()
		.from(savedSearches)
		.where(eq(savedSearches.userId, userId))
		.orderBy(asc(savedSearches.id));
	return {
		savedSearches: rows.map(({ categoryName: category, ...row }) => ({
			...withIsoDates(row),
			category,
		})),
	};
}

export async function erase(tx: Db, userId: number): Promise<void> {
	await deleteSearches(tx, userId);
}
