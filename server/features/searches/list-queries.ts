import { desc, type SQL, sql } from 'drizzle-orm';
import { type Alert, SEARCH_LIMITS } from '#contract/searches/facts.ts';
import type { Db } from '#server/db/client.ts';
import { isPublic, visibilityColumnsOf } from '#server/db/expressions.ts';
import { branches, categories, subjects } from '#server/db/schema/catalogue.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { STILL_MATCHES } from './match-queries.ts';
import { isInListOf, isOwn, SAVED_FILTER_COLUMNS, type SavedFilters } from './queries.ts';

/** A saved search as its owner sees it. */
export interface SearchRow extends SavedFilters {
	id: number;
	alert: Alert;
	createdAt: Date;
	/** Whether the catalogue no longer has the category, subject or branch that the search names. */
	isCategoryGone: boolean;
	isSubjectGone: boolean;
	isBranchGone: boolean;
	/** At most `SEARCH_LIMITS.newCountMax`. */
	newCount: number;
}

const isGone = (isNamed: SQL, found: SQL) => sql<boolean>`${isNamed} and not exists (${found})`;

/** A column with the name of its table. Drizzle omits the table in a select of one table, even within subqueries. */
const searchColumn = (name: string) => sql`${savedSearches}.${sql.identifier(name)}`;

/**
 * The number of items on sale that still match and were posted since the search was last opened, or since it was saved
 * if it was never opened. At most `SEARCH_LIMITS.newCountMax`.
 */
const NEW_COUNT = sql<number>`(
	select count(*)::int from (
		select from ${savedSearchMatches} matched
		join ${savedSearches} search on search.id = matched.search_id
		join ${items} on items.id = matched.item_id
		join ${users} seller on seller.id = items.seller_id
		where matched.search_id = ${searchColumn('id')}
			and items.created_at > coalesce(search.opened_at, search.created_at)
			and ${isOnSale(columnsOf('items'))} and ${isPublic(visibilityColumnsOf('seller'))}
			and ${STILL_MATCHES}
			and not exists (
				select from ${blocks} where ${isBlockBetween(sql`search.user_id`, sql`items.seller_id`)})
		limit ${sql.raw(String(SEARCH_LIMITS.newCountMax))}
	) as found)`;

function columnsOf(alias: string) {
	const row = sql.identifier(alias);
	return {
		soldAt: sql`${row}.sold_at`,
		bannedAt: sql`${row}.banned_at`,
		deletedAt: sql`${row}.deleted_at`,
	};
}

function searchRows(db: Db) {
	return db
		.select({
			id: savedSearches.id,
			...SAVED_FILTER_COLUMNS,
			alert: savedSearches.alert,
			createdAt: savedSearches.createdAt,
			isCategoryGone: isGone(
				sql`${savedSearches.categoryId} is not null`,
				sql`select from ${categories} where ${categories.id} = ${savedSearches.categoryId}`,
			),
			isSubjectGone: isGone(
				sql`${savedSearches.subject} is not null`,
				sql`select from ${subjects} where ${subjects.code} = ${savedSearches.subject}`,
			),
			isBranchGone: isGone(
				sql`${savedSearches.branch} is not null`,
				sql`select from ${branches} where ${branches.code} = ${savedSearches.branch}`,
			),
			newCount: NEW_COUNT,
		})
		.from(savedSearches)
		.$dynamic();
}

/** A user's searches, newest first. */
export async function listSearches(db: Db, userId: number): Promise<SearchRow[]> {
	return searchRows(db)
		.where(isInListOf(userId))
		.orderBy(desc(savedSearches.createdAt), desc(savedSearches.id));
}

export async function findSearch(
	db: Db,
	id: number,
	userId: number,
): Promise<SearchRow | undefined> {
	const [row] = await searchRows(db).where(isOwn(id, userId));
	return row;
}
