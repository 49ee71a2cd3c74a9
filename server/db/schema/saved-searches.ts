import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { pick } from '#contract/core/pick.ts';
import { CONDITIONS, type Condition } from '#contract/items/facts.ts';
import { LISTING_LIMITS } from '#contract/items/listing.ts';
import { ALERTS, type Alert } from '#contract/searches/facts.ts';
import { SAVED_FILTER_NAMES, type SavedFilterName } from '#contract/searches/saved-filters.ts';
import {
	boolean,
	check,
	customType,
	index,
	integer,
	numeric,
	type PgColumn,
	pgTable,
	primaryKey,
	type SQL,
	smallint,
	sql,
	text,
	timestamp,
	unique,
} from '../drizzle.ts';
import { isOneOf, isWithin } from './checks.ts';
import { items } from './items.ts';
import { users } from './users.ts';

const tsquery = customType<{ data: string }>({ dataType: () => 'tsquery' });

/** A search that a user saved to be notified of new items that match it. A filter that is null is not applied. */
export const savedSearches = pgTable(
	'saved_searches',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: integer('user_id')
			.notNull()
			.references(() => users.id),
		/** The search text, in one line. */
		words: text(),
		wordsKey: text('words_key').generatedAlwaysAs((): SQL => sql`lower(${savedSearches.words})`),
		/** Not a foreign key: a search in a category that is gone must find nothing, and not everything. */
		categoryId: integer('category_id'),
		/**
		 * The category's name, kept for when the category is gone. A trigger updates it when the category is renamed
		 * (migration 0037).
		 */
		category: text('category_name'),
		/** In the order of `CONDITIONS`. */
		conditions: text().array().$type<Condition[]>(),
		/** Codes as the catalogue spells them. Not foreign keys, for the same reason as `categoryId`. */
		subject: text(),
		branch: text(),
		semester: smallint(),
		/** Rupees. */
		minPrice: numeric('min_price', { precision: 9, scale: 2, mode: 'number' }),
		maxPrice: numeric('max_price', { precision: 9, scale: 2, mode: 'number' }),
		isFree: boolean('is_free').notNull().default(false),
		isVerified: boolean('is_verified').notNull().default(false),
		alert: text().$type<Alert>().notNull().default('daily'),
		/** The query that the `search` column of an item must match; compiled with the search words of the catalogue. */
		wordQuery: tsquery('word_query'),
		/** Identifies the search words that `wordQuery` was compiled with. */
		compiledWith: text('compiled_with').notNull(),
		createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
		/** When its owner last opened it from the list. */
		openedAt: timestamp('opened_at', { withTimezone: true }),
		/** When its owner was last notified. */
		alertedAt: timestamp('alerted_at', { withTimezone: true }),
		/** When its owner is to be notified of the items that wait; null if none wait. */
		dueAt: timestamp('due_at', { withTimezone: true }),
		/** When its owner removed it; it is kept for a while, so that the removal can be undone. */
		removedAt: timestamp('removed_at', { withTimezone: true }),
	},
	(table) => {
		const nullableFilters = [
			table.words,
			table.categoryId,
			table.conditions,
			table.subject,
			table.branch,
			table.semester,
			table.minPrice,
			table.maxPrice,
		];
		return [
			unique('saved_searches_filters')
				.on(table.userId, ...filterKey(table))
				.nullsNotDistinct(),
			index('saved_searches_due_idx')
				.on(table.dueAt, table.id)
				.where(sql`${table.dueAt} is not null`),
			check('saved_searches_alert', isOneOf(table.alert, ALERTS)),
			check('saved_searches_due', sql`${table.alert} <> 'off' or ${table.dueAt} is null`),
			check(
				'saved_searches_words_length',
				isWithin(sql`char_length(${table.words})`, 1, LISTING_LIMITS.queryMax),
			),
			check(
				'saved_searches_word_query',
				sql`(${table.words} is null) = (${table.wordQuery} is null)`,
			),
			check(
				'saved_searches_category',
				sql`(${table.categoryId} is null) = (${table.category} is null)`,
			),
			check(
				'saved_searches_conditions',
				sql`${table.conditions} <@ ${sql.raw(`array[${CONDITIONS.map((one) => `'${one}'`).join(', ')}]`)} and cardinality(${table.conditions}) > 0`,
			),
			check('saved_searches_semester', isWithin(table.semester, 1, CATALOGUE_LIMITS.semesterMax)),
			check(
				'saved_searches_not_everything',
				sql`num_nonnulls(${sql.join(nullableFilters, sql`, `)}) > 0 or ${table.isFree} or ${table.isVerified}`,
			),
		];
	},
);

/** The columns in which two searches of one person differ. Words are compared in lower case, categories by id. */
export function filterKey(
	table: Record<SavedFilterName | 'wordsKey' | 'categoryId', PgColumn>,
): PgColumn[] {
	const { words: _words, category: _category, ...others } = pick(table, SAVED_FILTER_NAMES);
	return [table.wordsKey, table.categoryId, ...Object.values(others)];
}

/** Items that matched a saved search when they were posted. Its owner is notified of each of them once at most. */
export const savedSearchMatches = pgTable(
	'saved_search_matches',
	{
		searchId: integer('search_id')
			.notNull()
			.references(() => savedSearches.id, { onDelete: 'cascade' }),
		itemId: integer('item_id')
			.notNull()
			.references(() => items.id),
		/** When the owner was notified of the item, or when it was decided that there is no notification; null until then. */
		settledAt: timestamp('settled_at', { withTimezone: true }),
	},
	(table) => [primaryKey({ columns: [table.searchId, table.itemId] })],
);
