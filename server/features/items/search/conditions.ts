import type * as z from 'zod/mini';
import { ALL_CATEGORIES, subjectKey } from '#contract/catalogue/facts.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { pick } from '#contract/core/pick.ts';
import type { itemListQuery } from '#contract/items/list-query.ts';
import { LISTING_FILTER_NAMES, type ListingFilterName } from '#contract/items/listing.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import { TURN_MS } from '#contract/items/reservation.ts';
import type { Db } from '#server/db/client.ts';
import { type SQL, type SQLWrapper, sql } from '#server/db/drizzle.ts';
import { isHidden } from '#server/db/expressions.ts';
import { isOnSale, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import {
	type Catalogue,
	type CatalogueLookup,
	categoryNameOf,
	requireSubject,
} from '#server/features/catalogue/catalogue.ts';
import { invalidField } from '#server/lib/app-error.ts';
import { synonymsIn } from './synonyms.ts';
import { allWords, compileQuery } from './tsqueries.ts';

/** Checks the item only; to be on sale, an item also needs a seller who is not hidden. */
export const ON_SALE = isOnSale(items);
export const SELLER_HIDDEN = isHidden(users);
/**
 * The seller check for statements that do not join the seller. Hidden users are few and have their own index, so the
 * cost does not grow with the number of users.
 */
export const SELLER_VISIBLE = sql`not exists (
	select from ${users} where ${users.id} = ${items.sellerId} and ${SELLER_HIDDEN})`;

/**
 * The ids of the transactions that last wrote the item's row and its seller's row. Changing photos also writes the
 * item's row. Transaction ids repeat only after 2^32 transactions.
 */
export const ROW_VERSION = sql`concat(${items}.xmin, ' ', ${users}.xmin)`;

/**
 * Like `reservationEnd` (contract/items/reservation.ts): neither a reservation nor the turn of a waiting buyer is
 * running.
 */
const IS_NOT_RESERVED = sql`(${items.reservedUntil} is null
	or ${items.reservedUntil} + ${items.waitingCount} * ${sql.raw(`interval '${TURN_MS} milliseconds'`)} <= now())`;

const NAMES_NO_SUBJECT = sql`${items.subjects} = '{}'`;

/** The filters by which a query selects subjects. */
const SUBJECT_FILTERS = ['subject', 'branch', 'semester'] as const;
type PassedOnFilterName = Exclude<ListingFilterName, (typeof SUBJECT_FILTERS)[number]>;
/** Filters that are copied from the query unchanged; the others need a lookup in the catalogue or the database. */
const PASSED_ON_FILTERS = LISTING_FILTER_NAMES.filter(
	(name): name is PassedOnFilterName => !SUBJECT_FILTERS.some((one) => one === name),
);
type QueryFilters = Partial<Pick<z.output<typeof itemListQuery>, PassedOnFilterName>>;

/** The conditions of a listing on items on sale. */
export interface Filters extends QueryFilters {
	/** Undefined means every category. */
	category?: string | undefined;
	sellerId?: number | undefined;
	/** The search as the text of a `tsquery`; undefined matches everything, an empty text nothing. */
	query?: string | undefined;
	/** Codes of the subjects of the branch and the semester; the item has at least one of them. */
	course?: readonly string[] | undefined;
	/** Like `course`, and also items that name no subject. */
	courseOrGeneral?: readonly string[] | undefined;
	/** Items that name no subject. */
	general?: true | undefined;
	/** The code of the subject, and of the same subject in other branches; empty, which matches nothing, if the subject is not one of the course. */
	subject?: readonly string[] | undefined;
}

/** The counts of choices that a listing's filters offer. */
export type Facet = 'category' | 'condition' | 'subject' | 'price';

interface FilterCondition {
	/** The columns of `items` that the condition reads. */
	columns: readonly SQLWrapper[];
	/** @param value the filter's value, or a column that contains it */
	matches: (value: SQL) => SQL;
	/** The facet whose choices set the filter; its choices are counted without the filter. */
	facet?: Facet;
}

/**
 * What the database needs to know of each filter. Listings, facets and saved searches all use these conditions, so that
 * their results agree. How an address is read and checked is in the contract (`LISTING_FILTERS`, `itemListQuery`).
 */
export const ITEM_CONDITIONS: Readonly<Record<keyof Filters, FilterCondition>> = {
	category: {
		columns: [items.category],
		matches: (name) => sql`${items.category} = ${name}`,
		facet: 'category',
	},
	sellerId: { columns: [items.sellerId], matches: (id) => sql`${items.sellerId} = ${id}` },
	query: { columns: [items.search], matches: (query) => sql`${items.search} @@ ${query}::tsquery` },
	minPrice: {
		columns: [items.price],
		matches: (min) => sql`${items.price} >= ${min}`,
		facet: 'price',
	},
	maxPrice: {
		columns: [items.price],
		matches: (max) => sql`${items.price} <= ${max}`,
		facet: 'price',
	},
	condition: {
		columns: [items.condition],
		matches: (conditions) => sql`${items.condition} = any(${conditions}::text[])`,
		facet: 'condition',
	},
	free: { columns: [items.price], matches: () => sql`${items.price} = 0`, facet: 'price' },
	verified: {
		columns: [items.sellerId],
		matches: () => sql`exists (
			select from ${users} where ${users.id} = ${items.sellerId} and ${users.verifiedAt} is not null)`,
	},
	reserved: { columns: [items.reservedUntil, items.waitingCount], matches: () => IS_NOT_RESERVED },
	course: { columns: [items.subjects], matches: namesSubject },
	courseOrGeneral: {
		columns: [items.subjects],
		matches: (codes) => sql`(${namesSubject(codes)} or ${NAMES_NO_SUBJECT})`,
	},
	general: { columns: [items.subjects], matches: () => NAMES_NO_SUBJECT },
	subject: { columns: [items.subjects], matches: namesSubject, facet: 'subject' },
};

/** The filters `course` and `subject` are lists of subject codes: an item matches if it has one of them. */
function namesSubject(codes: SQL): SQL {
	return sql`${items.subjects} && ${codes}::text[]`;
}

export const FILTER_NAMES = Object.keys(ITEM_CONDITIONS) as (keyof Filters)[];
/** The columns that the conditions of these filters read. */
export function columnsFor(filters: Filters): SQLWrapper[] {
	return FILTER_NAMES.filter((name) => filters[name] !== undefined).flatMap(
		(name) => ITEM_CONDITIONS[name].columns,
	);
}

/** All filters as one condition on `items`; `true` without filters. Does not check that the item is on sale. */
export function conditionsFor(filters: Filters): SQL {
	const isSet = (name: keyof Filters) => filters[name] !== undefined;
	// `filters.subject` has no code outside of the course, so that its condition implies the one of the course.
	const isImplied = (name: keyof Filters) => name === 'course' && isSet('subject');
	const conditions = FILTER_NAMES.filter((name) => isSet(name) && !isImplied(name)).map((name) =>
		ITEM_CONDITIONS[name].matches(operand(filters[name])),
	);
	return sql.join([sql`true`, ...conditions], sql` and `);
}

/** `sql.param` binds an array as one parameter; Drizzle would otherwise make a list of parameters of it. */
function operand(value: unknown): SQL {
	return sql`${sql.param(value)}`;
}

/** The part of a listing's query that selects items. */
export type FilterQuery = Partial<
	Omit<z.output<typeof itemListQuery>, 'sort' | 'limit' | 'cursor'>
>;

/**
 * Resolves the query of a listing to filters. Undefined for an unknown category, which matches nothing.
 * @throws AppError invalid for a subject or a branch that the catalogue does not have
 */
export async function filtersOf(
	db: Db,
	catalogue: CatalogueLookup,
	query: FilterQuery,
): Promise<Filters | undefined> {
	const subjects = requireSubjectFilters(catalogue, query);
	const category = categoryNameOf(catalogue, query.category ?? ALL_CATEGORIES);
	if (category === undefined) return undefined;
	const { q, seller } = query;
	return {
		category: category === ALL_CATEGORIES ? undefined : category,
		query: q ? await compileQuery(db, allWords(q, synonymsIn(catalogue))) : undefined,
		sellerId: seller,
		...pick(query, PASSED_ON_FILTERS),
		...subjects,
	};
}

/**
 * The codes of the subjects of the query's branch and semester (together its course), and the codes of its subject. The
 * same subject in other branches is included (`subjectKey`). The codes of the subject are none, which matches nothing, if
 * the subject does not belong to the course. The codes are looked up here and not in the statement, so that the planner
 * knows how common they are.
 */
function requireSubjectFilters(
	catalogue: Pick<Catalogue, 'current' | 'findSubject' | 'findBranch'>,
	{ subject: subjectCode, branch: branchCode, semester }: FilterQuery,
): Pick<Filters, 'course' | 'subject'> {
	const subject = subjectCode === undefined ? undefined : requireSubject(catalogue, subjectCode);
	const branch = branchCode === undefined ? undefined : catalogue.findBranch(branchCode);
	if (branchCode !== undefined && !branch)
		throw invalidField('branch', LISTING_ERRORS.unknownBranch(branchCode));
	const hasCourse = branch !== undefined || semester !== undefined;
	// Most listings name none of them, and a catalogue has thousands of subjects.
	if (!subject && !hasCourse) return {};
	const { subjects } = catalogue.current();
	const isInCourse = (one: Subject) =>
		(!branch || one.branch === branch.code) &&
		(semester === undefined || one.semester === semester);
	const courseKeys = new Set(subjects.filter(isInCourse).map(subjectKey));
	const isOfCourse = (one: Subject) => courseKeys.has(subjectKey(one));
	const isSubject = (one: Subject) => subject && subjectKey(one) === subjectKey(subject);
	return {
		course: hasCourse ? codesOf(subjects.filter(isOfCourse)) : undefined,
		subject: subject && codesOf(subjects.filter((one) => isSubject(one) && isOfCourse(one))),
	};
}

function codesOf(subjects: readonly Subject[]): string[] {
	return subjects.map(({ code }) => code);
}

/**
 * The filters of a listing: one of a semester also has the items that name no subject, as they may suit every semester.
 */
export function withGeneralItems<Of extends Filters>(filters: Of, query: FilterQuery): Of {
	const isOpen = query.semester !== undefined && query.subject === undefined;
	return isOpen ? { ...filters, course: undefined, courseOrGeneral: filters.course } : filters;
}
