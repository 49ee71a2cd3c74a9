import { searchTerms } from '#contract/catalogue/search-words.ts';
import type { Facets } from '#contract/items/facets.ts';
import { CONDITIONS, FACET_LIMITS } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { countChoices, type FacetCounts, type FacetRow } from './facet-queries.ts';
import { type FilterQuery, filtersOf, withGeneralItems } from './filters.ts';
import { correctSpelling } from './fuzzy.ts';
import { findSpellingCandidates } from './fuzzy-queries.ts';
import { priceBands } from './price-bands.ts';
import { synonymsIn } from './synonyms.ts';

/**
 * Counts the items that each choice of a filter would leave in a listing.
 * @throws AppError invalid for a subject or a branch that the catalogue does not have
 */
export async function countFacets(
	db: Db,
	catalogue: Catalogue,
	query: FilterQuery,
): Promise<Omit<Facets, 'success'>> {
	const named = await filtersOf(db, catalogue, query);
	if (!named) return EMPTY_FACETS;
	const filters = withGeneralItems(named, query);
	const { subjects } = catalogue.current();
	const counts = await countChoices(db, filters, subjects);
	if (counts.total > 0 || !query.q || query.exact) return presentFacets(counts, catalogue);
	// The listing shows the matches of the corrected words.
	const synonyms = synonymsIn(catalogue);
	const candidates = await findSpellingCandidates(db, searchTerms(query.q), synonyms);
	const corrected = await correctSpelling(db, candidates, filters, synonyms);
	if (!corrected) return presentFacets(counts, catalogue);
	const correctedFilters = { ...filters, query: corrected.query };
	return presentFacets(await countChoices(db, correctedFilters, subjects), catalogue);
}

const EMPTY_FACETS = { total: 0, facets: { category: [], condition: [], subject: [], price: [] } };

function presentFacets(
	{ total, isSampled, choices }: FacetCounts,
	{ findCategory, findSubject }: Pick<Catalogue, 'findCategory' | 'findSubject'>,
): Omit<Facets, 'success'> {
	const rowsOf = (facet: FacetRow['facet']) => choices.filter((row) => row.facet === facet);
	const choicesOf = <Value extends string>(
		facet: FacetRow['facet'],
		toValue: (stored: string) => Value | undefined,
	) => mostFirst(rowsOf(facet), toValue);
	// The value of a row about prices is a number of price steps (`FacetRow`).
	const cells = rowsOf('price').map(({ value, count, lowest, highest }) => ({
		step: Number(value),
		count,
		min: lowest ?? 0,
		max: highest ?? 0,
	}));
	return {
		total,
		facets: {
			category: choicesOf('category', (stored) => findCategory(stored)?.name),
			condition: choicesOf('condition', (stored) => CONDITIONS.find((known) => known === stored)),
			subject: choicesOf('subject', (stored) => findSubject(stored)?.code),
			price: priceBands(cells.sort((one, other) => one.step - other.step)),
		},
		...(isSampled && { sampled: true as const }),
	};
}

/**
 * The most frequent choices; equally frequent ones by name. Items without a value, or with an unknown one, are left
 * out.
 */
function mostFirst<Value extends string>(
	rows: readonly FacetRow[],
	toValue: (stored: string) => Value | undefined,
): { value: Value; count: number }[] {
	return rows
		.flatMap(({ value: stored, count }) => {
			const value = stored === null ? undefined : toValue(stored);
			return value === undefined ? [] : [{ value, count }];
		})
		.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
		.slice(0, FACET_LIMITS.choicesMax);
}
