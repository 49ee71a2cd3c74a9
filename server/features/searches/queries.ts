import { pick } from '#contract/core/pick.ts';
import { type Alert, SEARCH_LIMITS } from '#contract/searches/facts.ts';
import { SAVED_FILTER_NAMES, type SavedFilterName } from '#contract/searches/saved-filters.ts';
import { type Db, insertedRow } from '#server/db/client.ts';
import {
	and,
	count,
	desc,
	eq,
	getTableColumns,
	inArray,
	isNotNull,
	isNull,
	not,
	type PgUpdateSetSource,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { isPublic, visibilityColumnsOf } from '#server/db/expressions.ts';
import { lockRows } from '#server/db/locks.ts';
import { branches, categories, subjects } from '#server/db/schema/catalogue.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { filterKey, savedSearches, savedSearchMatches } from '#server/db/schema/saved-searches.ts';
import { users } from '#server/db/schema/users.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { type FilterColumns, matchesColumns } from '#server/features/items/matching/queries.ts';

/** The filters of a search, as stored. */
export type SavedFilters = Pick<typeof savedSearches.$inferSelect, SavedFilterName>;

/** The columns of the filters, for selects. */
export const SAVED_FILTER_COLUMNS = pick(getTableColumns(savedSearches), SAVED_FILTER_NAMES);

/** The values of a new search. */
export type NewSearch = SavedFilters &
	Pick<typeof savedSearches.$inferSelect, 'wordQuery' | 'compiledWith' | 'alert'>;

/**
 * Locks the user's row until the transaction ends: concurrent saves of the user, and erasure, must wait.
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

/**
 * Inserts a search. If the user already has a search with the same filters, returns that one unchanged. `isRemoved`
 * is true if its owner has removed it.
 */
export async function insertSearch(
	db: Db,
	userId: number,
	search: NewSearch,
): Promise<{ id: number; isNew: boolean; isRemoved: boolean }> {
	const { category } = search;
	const categoryId = category
		? sql<number>`(select ${categories.id} from ${categories} where ${categories.name} = ${category})`
		: null;
	const rows = await db
		.insert(savedSearches)
		.values({ ...search, userId, categoryId })
		.onConflictDoUpdate({
			target: [savedSearches.userId, ...filterKey(savedSearches)],
			// Changes nothing; without an update, `returning` would leave out the existing row.
			set: { userId },
		})
		.returning({
			id: savedSearches.id,
			// `xmax` is 0 for a row that was just inserted, as no transaction has locked or changed it.
			isNew: sql<boolean>`${savedSearches}.xmax = 0`,
			isRemoved: sql<boolean>`${savedSearches.removedAt} is not null`,
		});
	return insertedRow(rows);
}

export async function countSearches(db: Db, userId: number): Promise<number> {
	const [row] = await db.select({ count: count() }).from(savedSearches).where(isInListOf(userId));
	return row?.count ?? 0;
}

/** SQL condition: the search belongs to this user and is not removed. */
const isInListOf = (userId: number) =>
	and(eq(savedSearches.userId, userId), isNull(savedSearches.removedAt));

/** SQL condition: the search has this id, belongs to this user and is not removed. */
const isOwn = (id: number, userId: number) => and(eq(savedSearches.id, id), isInListOf(userId));

/** Locks a search until the transaction ends. @returns its alert; undefined if it is not in this user's list */
export async function lockAlert(db: Db, id: number, userId: number): Promise<Alert | undefined> {
	const [row] = await db
		.select({ alert: savedSearches.alert })
		.from(savedSearches)
		.where(isOwn(id, userId))
		.for('update');
	return row?.alert;
}

/** @returns false when no search fulfils the condition */
async function updateSearch(
	db: Db,
	values: PgUpdateSetSource<typeof savedSearches>,
	condition: SQL | undefined,
): Promise<boolean> {
	const { rowCount } = await db.update(savedSearches).set(values).where(condition);
	return rowCount === 1;
}

/** @returns false when the search is not in this user's list */
export function setOpened(db: Db, id: number, userId: number): Promise<boolean> {
	return updateSearch(db, { openedAt: sql`now()` }, isOwn(id, userId));
}

/** SQL condition: the search was removed so long ago that the removal can no longer be undone. */
const IS_REMOVAL_FINAL = sql`coalesce(${savedSearches.removedAt} < now() - interval '1 hour', false)`;

/** @returns false when the search is not in this user's list */
export function setRemoved(db: Db, id: number, userId: number): Promise<boolean> {
	return updateSearch(db, { removedAt: sql`now()` }, isOwn(id, userId));
}

/** @returns false when the search is not this user's or was removed too long ago; true also if it was not removed */
export function clearRemoved(db: Db, id: number, userId: number): Promise<boolean> {
	const isKept = and(
		eq(savedSearches.id, id),
		eq(savedSearches.userId, userId),
		not(IS_REMOVAL_FINAL),
	);
	return updateSearch(db, { removedAt: null }, isKept);
}

export async function deleteSearch(db: Db, id: number): Promise<void> {
	await db.delete(savedSearches).where(eq(savedSearches.id, id));
}

/**
 * Deletes the removed searches of a user except the newest SEARCH_LIMITS.perPerson, so that a user cannot fill the
 * table.
 */
export async function deleteEarlierRemoved(tx: Db, userId: number): Promise<void> {
	const earlier = tx
		.select({ id: savedSearches.id })
		.from(savedSearches)
		.where(and(eq(savedSearches.userId, userId), isNotNull(savedSearches.removedAt)))
		.orderBy(desc(savedSearches.removedAt), desc(savedSearches.id))
		.offset(SEARCH_LIMITS.perPerson);
	await deleteInOrder(tx, inArray(savedSearches.id, earlier));
}

/** Deletes removed searches permanently, once the removal can no longer be undone. */
export async function deleteRemoved(db: Db): Promise<void> {
	// Locks in order of id, like `setDue`, so that the two transactions do not deadlock.
	const finallyRemoved = db
		.select({ id: savedSearches.id })
		.from(savedSearches)
		.where(IS_REMOVAL_FINAL)
		.orderBy(savedSearches.id)
		.for('update', { skipLocked: true });
	await db.delete(savedSearches).where(inArray(savedSearches.id, finallyRemoved));
}

export async function deleteSearches(tx: Db, userId: number): Promise<void> {
	await deleteInOrder(tx, eq(savedSearches.userId, userId));
}

/** Deletes searches; first locks them in order of id, like `setDue`, so that the two transactions do not deadlock. */
async function deleteInOrder(tx: Db, condition: SQL): Promise<void> {
	const locked = await lockRows(tx, savedSearches, condition);
	if (locked.length === 0) return;
	await tx.delete(savedSearches).where(inArray(savedSearches.id, locked));
}

const column = (name: string) => sql`search.${sql.identifier(name)}`;
const nullable = (name: string) => ({
	isSet: sql`${column(name)} is not null`,
	value: column(name),
});

/**
 * The filters in the row `search` of a saved search, for the item in `items`. Of the subjects of a course only the item's
 * own are read, by the primary key. For a deleted category the value is null, so that the search
 * matches nothing.
 */
const FILTER_COLUMNS: FilterColumns = {
	category: {
		isSet: sql`${column('category_id')} is not null`,
		value: sql`(select ${categories.name} from ${categories} where ${categories.id} = ${column('category_id')})`,
	},
	query: nullable('word_query'),
	minPrice: nullable('min_price'),
	maxPrice: nullable('max_price'),
	condition: nullable('conditions'),
	free: { isSet: column('is_free'), value: sql`true` },
	course: {
		isSet: sql`num_nonnulls(${column('subject')}, ${column('branch')}, ${column('semester')}) > 0`,
		value: sql`array(
			select ${subjects.code} from ${subjects}
			where ${subjects.code} = any(${items.subjects})
				and (${column('subject')} is null or ${subjects.code} = ${column('subject')})
				and (${column('branch')} is null or ${subjects.branchCode} = ${column('branch')})
				and (${column('semester')} is null or ${subjects.semester} = ${column('semester')}))`,
	},
	verified: { isSet: column('is_verified'), value: sql`true` },
};

const { query: _words, ...FILTER_COLUMNS_WITHOUT_WORDS } = FILTER_COLUMNS;

/**
 * SQL condition: the item in `items` still matches the saved search in `search`, which it matched when it was posted.
 * Does not compare the words, as a change of the title or description is ignored.
 */
const STILL_MATCHES: SQL = matchesColumns(FILTER_COLUMNS_WITHOUT_WORDS);

/**
 * SQL condition: the item in `items`, a row of `selectWithMarks`, matches the older saved search in `search`, and the
 * user in `owner` is to be notified. False for hidden owners, for the seller of the item, and for users with a block
 * between them and the seller.
 */
export const IS_FOR_OWNER: SQL = sql`
	search.user_id <> ${items.sellerId} and ${items.createdAt} > search.created_at
	and ${isPublic(visibilityColumnsOf('owner'))} and ${matchesColumns(FILTER_COLUMNS)}
	and not exists (select from ${blocks} where ${isBlockBetween(sql`search.user_id`, items.sellerId)})`;

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

/** A search whose words must be compiled again. */
interface OutdatedSearch {
	id: number;
	words: string;
}

/**
 * Locks the next searches whose words were compiled with another version of the search words or subject codes. Skips
 * searches that another transaction has locked.
 */
export async function lockOutdated(
	db: Db,
	compiledWith: string,
	limit: number,
): Promise<OutdatedSearch[]> {
	return db
		.select({ id: savedSearches.id, words: sql<string>`${savedSearches.words}` })
		.from(savedSearches)
		.where(
			sql`${savedSearches.words} is not null and ${savedSearches.compiledWith} <> ${compiledWith}`,
		)
		.orderBy(savedSearches.id)
		.limit(limit)
		.for('no key update', { skipLocked: true });
}

/** Replaces the compiled words of these searches. */
export async function setCompiled(
	db: Db,
	compiledWith: string,
	searches: readonly { id: number; wordQuery: string }[],
): Promise<void> {
	const ids = searches.map(({ id }) => id);
	await db.execute(sql`
		update ${savedSearches} set word_query = compiled.query::tsquery, compiled_with = ${compiledWith}
		from unnest(
			${sql.param(ids)}::int[], ${sql.param(searches.map(({ wordQuery }) => wordQuery))}::text[]
		) as compiled (id, query)
		where ${savedSearches.id} = compiled.id`);
}
