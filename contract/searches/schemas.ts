import * as z from 'zod/mini';
import { itemListQuery } from '#contract/items/list-query.ts';
import { SEARCH_ERRORS } from './errors.ts';
import { ALERTS, MISSING_PARTS, SEARCH_LIMITS } from './facts.ts';
import { SEARCH_FIELDS, searchFieldsOf } from './query.ts';

/** The filters of a saved search, with the rules and the sentences of the listing's query. */
const searchFilters = z.pick(itemListQuery, SEARCH_FIELDS);

/** The text of a listing's address after `?`, read as its filters; a search for everything is refused. */
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
	/** Canonical: what a listing's address has after `?`, with its category. */
	query: z.string(),
	/** The search in words. */
	name: z.string(),
	alert: z.enum(ALERTS),
	createdAt: z.iso.datetime(),
	/** New items on sale since it was made or last opened; exact below `SEARCH_LIMITS.newCountMax`. */
	newCount: z.int(),
	/** What the catalogue no longer has; the search then finds nothing. */
	missing: z.nullable(z.enum(MISSING_PARTS)),
});
export type SavedSearch = z.infer<typeof savedSearch>;
