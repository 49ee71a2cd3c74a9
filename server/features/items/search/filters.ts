import type * as z from 'zod/mini';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { pick } from '#contract/core/pick.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { LISTING_FILTER_NAMES } from '#contract/items/listing.ts';
import type { itemListQuery } from '#contract/items/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { type Catalogue, categoryNameOf } from '#server/features/catalogue/catalogue.ts';
import { invalidField } from '#server/lib/app-error.ts';
import type { Filters } from './listing.ts';
import { synonymsIn } from './synonyms.ts';
import { allWords, compileQuery } from './tsqueries.ts';

/** The part of a listing's query that selects items. */
export type FilterQuery = Partial<
	Omit<z.output<typeof itemListQuery>, 'sort' | 'limit' | 'cursor'>
>;

/**
 * What a query selects, as conditions on items. Undefined for a category that there is not, which finds nothing.
 * @throws AppError invalid for a subject or a branch that the catalogue does not have
 */
export async function filtersOf(
	db: Db,
	catalogue: Catalogue,
	query: FilterQuery,
): Promise<Filters | undefined> {
	const course = requireCourse(catalogue, query);
	const category = categoryNameOf(catalogue, query.category ?? ALL_CATEGORIES);
	if (category === undefined) return undefined;
	const { q, seller } = query;
	return {
		category: category === ALL_CATEGORIES ? undefined : category,
		query: q ? await compileQuery(db, allWords(q, synonymsIn(catalogue))) : undefined,
		sellerId: seller,
		...pick(query, LISTING_FILTER_NAMES),
		...course,
	};
}

/** Subject and branch as the catalogue spells them. */
function requireCourse(
	{ findSubject, findBranch }: Pick<Catalogue, 'findSubject' | 'findBranch'>,
	{ subject, branch }: FilterQuery,
): Pick<Filters, 'subject' | 'branch'> {
	const knownSubject = subject === undefined ? undefined : findSubject(subject);
	const knownBranch = branch === undefined ? undefined : findBranch(branch);
	if (subject !== undefined && !knownSubject)
		throw invalidField('subject', ITEM_ERRORS.unknownSubject(subject));
	if (branch !== undefined && !knownBranch)
		throw invalidField('branch', ITEM_ERRORS.unknownBranch(branch));
	return { subject: knownSubject?.code, branch: knownBranch?.code };
}
