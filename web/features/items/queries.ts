import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
	countItems,
	getAllItems,
	getItem,
	getItemDetails,
	getSimilarItems,
	listItems,
	suggestItems,
} from '#contract/items/endpoints.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { FEATURED_QUERY, type ListingFilters, listingQuery } from '#contract/items/listing.ts';
import { call } from '#web/lib/api/api.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';

/** How long a listing stays cached: Back shows it at once, with every page that was loaded. */
const LISTING_CACHE_MS = 30 * 60_000;
const LISTING_FRESH_MS = 5 * 60_000;
const SUGGESTIONS_FRESH_MS = 60_000;

/** @param id as a number, or as text from the address */
export function itemQuery(id: number | string) {
	return queryOptions({
		queryKey: ['items', 'one', String(id)],
		queryFn: async ({ signal }) => (await call(getItemDetails, { params: { id }, signal })).data,
		refetchOnWindowFocus: 'always',
	});
}

/**
 * The item with what only its owner reads, for a page whose item has no `savedCount`: the data embedded in a page is
 * the same for all users.
 */
export function ownItemQuery(id: number) {
	return queryOptions({
		queryKey: ['items', 'one', String(id), 'of its owner'],
		queryFn: ({ signal }) => call(getItem, { params: { id }, signal }),
	});
}

/** Similar items on sale. */
export function similarQuery(id: number) {
	return queryOptions({
		queryKey: ['items', 'similar', id],
		queryFn: async ({ signal }) => (await call(getSimilarItems, { params: { id }, signal })).items,
	});
}

/** The first items of the list of all items. */
export function featuredQuery() {
	return queryOptions({
		queryKey: ['items', 'featured'],
		queryFn: ({ signal }) => call(getAllItems, { query: FEATURED_QUERY, signal }),
		select: (items) => items.slice(0, ITEM_LIMITS.featuredMax),
		refetchOnWindowFocus: 'always',
	});
}

/** How many items each category has on sale. */
export function countsQuery() {
	return queryOptions({
		queryKey: ['items', 'counts'],
		queryFn: async ({ signal }) => (await call(countItems, { signal })).counts,
	});
}

/**
 * A listing, page by page. Unless the category changes, the previous items stay visible until the new ones are loaded.
 */
export function listingPagesQuery(filters: ListingFilters) {
	return infiniteQueryOptions({
		queryKey: ['items', 'listing', filters],
		queryFn: ({ pageParam, signal }) =>
			call(listItems, { query: { ...listingQuery(filters), cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		placeholderData: (before, query) =>
			query?.queryKey[2].category === filters.category ? before : undefined,
		staleTime: LISTING_FRESH_MS,
		gcTime: LISTING_CACHE_MS,
		// A refetch would move items under the reader's eyes. Signed-in users get changes live; visitors need a refetch.
		refetchOnWindowFocus: () => !readCredentials() && 'always',
		refetchOnReconnect: ({ state }) => state.status === 'error',
	});
}

/** Titles on sale that match the typed text. A newer request aborts the previous one. */
export function suggestionsQuery(query: string) {
	return queryOptions({
		queryKey: ['items', 'suggestions', query],
		queryFn: async ({ signal }) =>
			(await call(suggestItems, { query: { q: query }, signal })).suggestions,
		staleTime: SUGGESTIONS_FRESH_MS,
		// Suggestions are optional, so a failed request is not repeated.
		retry: false,
	});
}
