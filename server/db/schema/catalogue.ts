import {
	CATALOGUE_CODE_PATTERN,
	CATALOGUE_LIMITS,
	CATALOGUE_LIST_LIMITS,
	CATEGORY_ICONS,
	type CategoryIcon,
	DAILY_TIME_PATTERN,
	YEARLY_DAY_PATTERN,
} from '#contract/catalogue/facts.ts';
import type { DetailField } from '#contract/catalogue/schemas.ts';
import {
	boolean,
	check,
	index,
	integer,
	jsonb,
	pgTable,
	smallint,
	sql,
	text,
	unique,
	uniqueIndex,
} from '../drizzle.ts';
import { isOneOf, isWithin, matches } from './checks.ts';

/**
 * The categories of items. Triggers report changes of this table and of the following ones, except `catalogue_lists`, to
 * every instance (`row-changes.ts`).
 */
export const categories = pgTable(
	'categories',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		/** Items refer to the category by this name. Their foreign key follows when it changes. */
		name: text().notNull(),
		icon: text().$type<CategoryIcon>().notNull(),
		/** Place in the list, from 0. */
		position: smallint().notNull(),
		isVisible: boolean('is_visible').notNull().default(true),
		asksCondition: boolean('asks_condition').notNull().default(true),
		/** Detail fields that the category adds to the form of an item. */
		fields: jsonb().$type<DetailField[]>().notNull().default([]),
		/** Its former names, the newest last. A link with one of them leads to it, unless another category has the name now. */
		formerNames: text('former_names').array().notNull().default([]),
	},
	({ name, icon, fields }) => [
		unique('categories_name').on(name),
		uniqueIndex('categories_name_case').on(sql`lower(${name})`),
		check(
			'categories_name_length',
			isWithin(sql`char_length(${name})`, 1, CATALOGUE_LIMITS.categoryNameMax),
		),
		check('categories_name_not_all', sql`lower(${name}) <> 'all'`),
		check('categories_icon', isOneOf(icon, CATEGORY_ICONS)),
		check(
			'categories_fields',
			sql`jsonb_typeof(${fields}) = 'array' and jsonb_array_length(${fields}) <= ${sql.raw(String(CATALOGUE_LIMITS.fieldsMax))}`,
		),
	],
);

/** Courses of study. */
export const branches = pgTable(
	'branches',
	{
		code: text().primaryKey(),
		name: text().notNull(),
		position: smallint().notNull(),
	},
	({ code, name }) => [
		check('branches_code', matches(code, CATALOGUE_CODE_PATTERN)),
		check(
			'branches_name_length',
			isWithin(sql`char_length(${name})`, 1, CATALOGUE_LIST_LIMITS.branchNameMax),
		),
	],
);

/** Subjects of study, each of one branch and semester. */
export const subjects = pgTable(
	'subjects',
	{
		code: text().primaryKey(),
		name: text().notNull(),
		branchCode: text('branch_code')
			.notNull()
			.references(() => branches.code),
		semester: smallint().notNull(),
		position: smallint().notNull(),
	},
	({ code, name, branchCode, semester }) => [
		uniqueIndex('subjects_code_case').on(sql`upper(${code})`),
		index('subjects_branch_idx').on(branchCode, semester),
		check('subjects_code', matches(code, CATALOGUE_CODE_PATTERN)),
		check(
			'subjects_name_length',
			isWithin(sql`char_length(${name})`, 1, CATALOGUE_LIST_LIMITS.subjectNameMax),
		),
		check('subjects_semester', isWithin(semester, 1, CATALOGUE_LIMITS.semesterMax)),
	],
);

/** Words and phrases that mean the same: a search for one finds the others. */
export const searchWordGroups = pgTable(
	'search_word_groups',
	{
		position: smallint().primaryKey(),
		words: text().array().notNull(),
	},
	({ words }) => [
		check(
			'search_word_groups_size',
			isWithin(
				sql`cardinality(${words})`,
				CATALOGUE_LIST_LIMITS.wordsMin,
				CATALOGUE_LIST_LIMITS.wordsMax,
			),
		),
	],
);

/** The days on which a term begins, each year: `MM-DD`. */
export const termStarts = pgTable('term_starts', { day: text().primaryKey() }, ({ day }) => [
	check('term_starts_day', matches(day, YEARLY_DAY_PATTERN)),
]);

/** Where students meet to hand over. No foreign key refers to a spot: a hand-over keeps the spot's name and hint. */
export const spots = pgTable(
	'spots',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		name: text().notNull(),
		/** How to find it; may be empty. */
		hint: text().notNull(),
		/** Times of the college's day, `HH:MM`; `closes` before `opens` is on the next day. */
		opens: text().notNull(),
		closes: text().notNull(),
		position: smallint().notNull(),
	},
	({ name, hint, opens, closes }) => [
		uniqueIndex('spots_name_case').on(sql`lower(${name})`),
		check(
			'spots_name_length',
			isWithin(sql`char_length(${name})`, 1, CATALOGUE_LIST_LIMITS.spotNameMax),
		),
		check(
			'spots_hint_length',
			isWithin(sql`char_length(${hint})`, 0, CATALOGUE_LIST_LIMITS.spotHintMax),
		),
		check('spots_opens', matches(opens, DAILY_TIME_PATTERN)),
		check('spots_closes', matches(closes, DAILY_TIME_PATTERN)),
		check('spots_hours', sql`${opens} <> ${closes}`),
	],
);

/** The version of each list above, counted up at each change. Saving a change of an older version is refused. */
export const catalogueLists = pgTable('catalogue_lists', {
	list: text().primaryKey(),
	version: integer().notNull().default(1),
});
