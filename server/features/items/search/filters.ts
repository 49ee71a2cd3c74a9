import type * as z from 'zod/mini';
import { ALL_CATEGORIES, subjectKey } from '#contract/catalogue/facts.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { pick } from '#contract/core/pick.ts';
import type { itemListQuery } from '#contract/items/list-query.ts';
import { LISTING_ERRORS } from '#contract/items/listing-errors.ts';
import type { Db } from '#server/db/client.ts';
import {
	type Catalogue,
	type CatalogueLookup,
	categoryNameOf,
	requireSubject,
} from '#server/features/catalogue/catalogue.ts';
import { invalidField } from '#server/lib/app-error.ts';
import { type Filters, PASSED_ON_FILTERS } from './conditions.ts';
import { synonymsIn } from './synonyms.ts';
import { allWords, compileQuery } from './tsqueries.ts';

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
