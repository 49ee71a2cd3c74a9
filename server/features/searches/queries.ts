import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Alert, SEARCH_LIMITS } from '#contract/searches/facts.ts';
import type { Db } from '#server/db/client.ts';
import { branches, categories, subjects } from '#server/db/schema/catalogue.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';
import { users } from '#server/db/schema/users.ts';
import { isPublic, visibilityColumnsOf } from '#server/db/visibility.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { STILL_MATCHES } from './match-queries.ts';

/** A search to be stored: its filters and alert, with the name of the category in place of its id. */
export type NewSearch = Omit<
	typeof savedSearches.$inferInsert,
	'id' | 'userId' | 'categoryId' | 'wordsKey'
>;

/** A saved search as its owner sees it. */
export interface SearchRow {
	id: number;
	words: string | null;
	/** The current name; of a category that is gone, its last one. */
	categoryName: string | null;
	conditions: string[] | null;
	subject: string | null;
	branch: string | null;
	semester: number | null;
	/** Rupees. */
	minPrice: number | null;
	maxPrice: number | null;
	isFree: boolean;
	isVerified: boolean;
	alert: Alert;
	createdAt: Date;
	/** Whether the catalogue no longer has the category, subject or branch that the search names. */
	isCategoryGone: boolean;
	isSubjectGone: boolean;
	isBranchGone: boolean;
	/** At most `SEARCH_LIMITS.newCountMax`. */
	newCount: number;
}

/**
 * Locks a person against other saves of theirs and against erasure, until the transaction ends.
 * @returns false if the account is banned or erased
 */
export async function lockOwner(db: Db, userId: number): Promise<boolean> {
	const locked = await db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, userId), isPublic(users)))
		.for('no key update');
	return locked.length === 1;
}

/** Inserts a search, or finds the person's search with the same filters, which stays as it is. */
export async function insertSearch(
	db: Db,
	userId: number,
	search: NewSearch,
): Promise<{ id: number; categoryId: number | null; isNew: boolean }> {
	const { categoryName } = search;
	const categoryId = categoryName
		? sql<number>`(select ${categories.id} from ${categories} where ${categories.name} = ${categoryName})`
		: null;
	const [row] = await db
		.insert(savedSearches)
		.values({ ...search, userId, categoryId })
		.onConflictDoUpdate({
			target: [
				savedSearches.userId,
				savedSearches.wordsKey,
				savedSearches.categoryId,
				savedSearches.conditions,
				savedSearches.subject,
				savedSearches.branch,
				savedSearches.semester,
				savedSearches.minPrice,
				savedSearches.maxPrice,
				savedSearches.isFree,
				savedSearches.isVerified,
			],
			set: { userId },
		})
		.returning({
			id: savedSearches.id,
			categoryId: savedSearches.categoryId,
			// A row that was just inserted has never been locked or changed.
			isNew: sql<boolean>`${savedSearches}.xmax = 0`,
		});
	if (!row) throw new Error('The insert returned no row.');
	return row;
}

export async function countSearches(db: Db, userId: number): Promise<number> {
	const [row] = await db
		.select({ count: count() })
		.from(savedSearches)
		.where(eq(savedSearches.userId, userId));
	return row?.count ?? 0;
}

const isGone = (isNamed: SQL, found: SQL) => sql<boolean>`${isNamed} and not exists (${found})`;

/** With its table: Drizzle leaves that out in a select of one table, also within subqueries. */
const searchColumn = (name: string) => sql`${savedSearches}.${sql.identifier(name)}`;

/** New items on sale since the search was made or last opened that still match, up to the most that are counted. */
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
			words: savedSearches.words,
			categoryName: savedSearches.categoryName,
			conditions: savedSearches.conditions,
			subject: savedSearches.subject,
			branch: savedSearches.branch,
			semester: savedSearches.semester,
			minPrice: savedSearches.minPrice,
			maxPrice: savedSearches.maxPrice,
			isFree: savedSearches.isFree,
			isVerified: savedSearches.isVerified,
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

/** A person's searches, newest first. */
export async function listSearches(db: Db, userId: number): Promise<SearchRow[]> {
	return searchRows(db)
		.where(eq(savedSearches.userId, userId))
		.orderBy(desc(savedSearches.createdAt), desc(savedSearches.id));
}

const isOwn = (id: number, userId: number) =>
	and(eq(savedSearches.id, id), eq(savedSearches.userId, userId));

export async function findSearch(
	db: Db,
	id: number,
	userId: number,
): Promise<SearchRow | undefined> {
	const [row] = await searchRows(db).where(isOwn(id, userId));
	return row;
}

/** Locks the search until the transaction ends; undefined if it is not this person's. */
export async function lockAlert(db: Db, id: number, userId: number): Promise<Alert | undefined> {
	const [row] = await db
		.select({ alert: savedSearches.alert })
		.from(savedSearches)
		.where(isOwn(id, userId))
		.for('update');
	return row?.alert;
}

/** @returns false when the search is not this person's; the others alike */
export async function setOpened(db: Db, id: number, userId: number): Promise<boolean> {
	const changed = await db
		.update(savedSearches)
		.set({ openedAt: sql`now()` })
		.where(isOwn(id, userId))
		.returning({ id: savedSearches.id });
	return changed.length === 1;
}

export async function deleteSearch(db: Db, id: number, userId: number): Promise<boolean> {
	const deleted = await db
		.delete(savedSearches)
		.where(isOwn(id, userId))
		.returning({ id: savedSearches.id });
	return deleted.length === 1;
}

export async function deleteSearches(db: Db, userId: number): Promise<void> {
	await db.delete(savedSearches).where(eq(savedSearches.userId, userId));
}
