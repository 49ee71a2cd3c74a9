import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { callUrl } from '#contract/core/call-url.ts';
import { PAGES } from '#contract/core/pages.ts';
import { COUNT_ITEMS, GET_ALL_ITEMS, GET_ITEM_DETAILS, LIST_ITEMS } from '#contract/items/calls.ts';
import {
	FEATURED_QUERY,
	listingQuery,
	normalizeCategory,
	parseListing,
} from '#contract/items/listing.ts';
import {
	countsQuery,
	featuredQuery,
	itemKeys,
	listingPagesQuery,
} from '#web/features/items/queries.ts';
import { takePreloadedAnswer } from '#web/lib/api/preloaded.ts';

interface PageLocation {
	pathname: string;
	search: URLSearchParams;
}

interface PreloadedQuery {
	/** The API request. */
	url: string;
	queryKey: QueryKey;
	/** The part of the response that the query stores. */
	select: (answer: unknown) => unknown;
}

/**
 * Fills the query cache with the API responses embedded in the page, so that the first render on server and in
 * browser shows content instead of loading indicators.
 */
export function hydrateQueries(client: QueryClient, page: PageLocation): void {
	for (const { url, queryKey, select } of listPreloadedQueries(page)) {
		const answer = takePreloadedAnswer(url);
		if (answer !== undefined) client.setQueryData(queryKey, select(answer));
	}
}

/** The API requests of a page's first render; empty if it needs none. */
function listPreloadedQueries({ pathname, search }: PageLocation): PreloadedQuery[] {
	if (pathname === PAGES.home) return listHomeQueries();
	const { id } = matchPath(PAGES.item, pathname)?.params ?? {};
	if (id) {
		const url = callUrl(GET_ITEM_DETAILS.path, { params: { id } });
		const select = (answer: unknown) => (answer as { data: unknown }).data;
		return [{ url, queryKey: itemKeys.one(id), select }];
	}
	const { category } = matchPath(PAGES.category, pathname)?.params ?? {};
	return category ? [preloadedListingQuery(normalizeCategory(category), search)] : [];
}

function listHomeQueries(): PreloadedQuery[] {
	const url = callUrl(GET_ALL_ITEMS.path, { query: FEATURED_QUERY });
	return [
		{ url, queryKey: featuredQuery().queryKey, select: (items) => items },
		{
			url: callUrl(COUNT_ITEMS.path, {}),
			queryKey: countsQuery().queryKey,
			select: (answer) => (answer as { counts: unknown }).counts,
		},
	];
}

function preloadedListingQuery(category: string, search: URLSearchParams): PreloadedQuery {
	const { q, sort, minPrice, maxPrice } = parseListing(search).params;
	const filters = { category, q, sort, minPrice, maxPrice };
	return {
		url: callUrl(LIST_ITEMS.path, { query: listingQuery(filters) }),
		queryKey: listingPagesQuery(filters).queryKey,
		select: (page) => ({ pages: [page], pageParams: [undefined] }),
	};
}
