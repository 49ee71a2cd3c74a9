import * as z from 'zod/mini';
import { shownVersion } from '#contract/core/schemas.ts';
import { itemListQuery } from '#contract/items/list-query.ts';
import { SEARCH_ERRORS } from './errors.ts';
import { ALERTS, CATALOGUE_FILTERS, SEARCH_LIMITS } from './facts.ts';
import { SEARCH_FIELD_NAMES, type SearchField, searchFieldsOf } from './query.ts';

/** The filters of a saved search, with the rules and the error messages of the listing's query. */
const searchFilters = z.pick(
	itemListQuery,
	Object.fromEntries(SEARCH_FIELD_NAMES.map((name) => [name, true])) as Record<SearchField, true>,
);

/** The query string of a listing's URL, without `?`, parsed to its filters. A search without filters is refused. */
export const searchQuery = z.pipe(
	z
		.string(SEARCH_ERRORS.badQuery.message)
		.check(z.maxLength(SEARCH_LIMITS.queryMax, SEARCH_ERRORS.queryTooLong.message)),
	z.pipe(
		z.transform((query: string): Record<string, unknown> => searchFieldsOf(query)),
		searchFilters.check(
			z.refine(
				(filters) => Object.values(filters).some((value) => value !== undefined && value !== ''),
				SEARCH_ERRORS.emptyQuery.message,
			),
		),
	),
);

export const alert = z.enum(ALERTS, SEARCH_ERRORS.badAlert.message);

export const savedSearch = z.object({
	id: z.int(),
	/** The canonical query string of the listing, without `?`; it includes the category. */
	query: z.string(),
	/** The search in words. */
	name: z.string(),
	alert: z.enum(ALERTS),
	/** Of the alert. */
	version: shownVersion,
	createdAt: z.iso.datetime(),
	/** Items on sale that are new since the search was saved or last opened; exact below `SEARCH_LIMITS.newCountMax`. */
	newCount: z.int(),
	/** The filter whose value the catalogue no longer has, so that the search finds nothing; null if there is none. */
	missing: z.nullable(z.enum(CATALOGUE_FILTERS)),
});
export type SavedSearch = z.infer<typeof savedSearch>;
