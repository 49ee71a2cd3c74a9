import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
	COUNT_ITEMS,
	GET_ALL_ITEMS,
	GET_ITEM_DETAILS,
	GET_SIMILAR_ITEMS,
	LIST_ITEMS,
	SUGGEST_ITEMS,
} from '#contract/items/calls.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { FEATURED_QUERY, type ListingFilters, listingQuery } from '#contract/items/listing.ts';
import { call } from '#web/lib/api/api.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';

/** How long a listing stays cached: Back shows it at once, with every page that was loaded. */
const LISTING_CACHE_MS = 30 * 60_000;
const LISTING_FRESH_MS = 5 * 60_000;
const SUGGESTIONS_FRESH_MS = 60_000;

export const itemKeys = {
	all: ['items'] as const,
	/** @param id as a number, or as text from the address */
	one: (id: number | string) => [...itemKeys.all, 'one', String(id)] as const,
	similar: (id: number) => [...itemKeys.all, 'similar', id] as const,
	featured: () => [...itemKeys.all, 'featured'] as const,
	counts: () => [...itemKeys.all, 'counts'] as const,
	suggestions: (query: string) => [...itemKeys.all, 'suggestions', query] as const,
	listing: (filters: ListingFilters) => [...itemKeys.all, 'listing', filters] as const,
};

export function itemQuery(id: number | string) {
	return queryOptions({
		queryKey: itemKeys.one(id),
		queryFn: async ({ signal }) => (await call(GET_ITEM_DETAILS, { params: { id }, signal })).data,
		refetchOnWindowFocus: 'always',
	});
}

/** Similar items on sale. */
export function similarQuery(id: number) {
	return queryOptions({
		queryKey: itemKeys.similar(id),
		queryFn: async ({ signal }) =>
			(await call(GET_SIMILAR_ITEMS, { params: { id }, signal })).items,
	});
}

/** The first items of the list of all items (spec 1 §2, "Home"). */
export function featuredQuery() {
	return queryOptions({
		queryKey: itemKeys.featured(),
		queryFn: ({ signal }) => call(GET_ALL_ITEMS, { query: FEATURED_QUERY, signal }),
		select: (items) => items.slice(0, ITEM_LIMITS.featured),
		refetchOnWindowFocus: 'always',
	});
}

/** How many items each category has on sale. */
export function countsQuery() {
	return queryOptions({
		queryKey: itemKeys.counts(),
		queryFn: async ({ signal }) => (await call(COUNT_ITEMS, { signal })).counts,
	});
}

/** A listing, page by page. If only search text, prices or order change, the previous items stay visible meanwhile. */
export function listingPagesQuery(filters: ListingFilters) {
	return infiniteQueryOptions({
		queryKey: itemKeys.listing(filters),
		queryFn: ({ pageParam, signal }) =>
			call(LIST_ITEMS, { query: { ...listingQuery(filters), cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		placeholderData: (before, query) =>
			query?.queryKey[2].category === filters.category ? before : undefined,
		staleTime: LISTING_FRESH_MS,
		gcTime: LISTING_CACHE_MS,
		// A refetch would move items under the reader's eyes, and signed-in users get changes live. Guests do not.
		refetchOnWindowFocus: () => !readCredentials() && 'always',
		refetchOnReconnect: ({ state }) => state.status === 'error',
	});
}

/** Titles on sale that match the typed text. A newer request aborts the previous one. */
export function suggestionsQuery(query: string) {
	return queryOptions({
		queryKey: itemKeys.suggestions(query),
		queryFn: async ({ signal }) =>
			(await call(SUGGEST_ITEMS, { query: { q: query }, signal })).suggestions,
		staleTime: SUGGESTIONS_FRESH_MS,
		// Suggestions are optional, so a failed request is not repeated.
		retry: false,
	});
}
