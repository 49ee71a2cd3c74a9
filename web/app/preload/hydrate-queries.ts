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
	/** Of the API. */
	url: string;
	queryKey: QueryKey;
	/** What of an answer the query keeps. */
	select: (answer: unknown) => unknown;
}

/**
 * Puts the answers that came with the page where its queries look, so that the first thing drawn, by the server as by the
 * browser, is the page with its items and no sign of waiting.
 */
export function hydrateQueries(client: QueryClient, page: PageLocation): void {
	for (const { url, queryKey, select } of listPreloadedQueries(page)) {
		const answer = takePreloadedAnswer(url);
		if (answer !== undefined) client.setQueryData(queryKey, select(answer));
	}
}

/** Empty where the page asks nothing before it is drawn, or what it asks may come a moment later. */
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
