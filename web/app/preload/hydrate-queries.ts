import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { getCatalogue, listCategories } from '#contract/catalogue/endpoints.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { callUrl } from '#contract/core/call-url.ts';
import { PAGES } from '#contract/core/pages.ts';
import { countItems, getAllItems, getItemDetails, listItems } from '#contract/items/endpoints.ts';
import { type KnownCodes, withKnownCodes } from '#contract/items/known-codes.ts';
import {
	FEATURED_QUERY,
	type ListingFilters,
	listingFilters,
	listingQuery,
	normalizeCategory,
	parseListing,
} from '#contract/items/listing.ts';
import { catalogueQuery, categoriesQuery } from '#web/features/catalogue/queries.ts';
import {
	countsQuery,
	featuredQuery,
	itemQuery,
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
	/** The part of the answer that the query stores. */
	select: (answer: unknown) => unknown;
}

/**
 * Fills the query cache with the API's answers that are embedded in the page. The first render on server and in browser
 * then shows content instead of loading indicators (bench/RESULTS.md, "largest contentful paint").
 */
export function hydrateQueries(client: QueryClient, page: PageLocation): void {
	const categories = takeCategories(client);
	const catalogue = takeCatalogue(client);
	for (const { url, queryKey, select } of listPreloadedQueries(page, categories, catalogue)) {
		const answer = takePreloadedAnswer(url);
		if (answer !== undefined) client.setQueryData(queryKey, select(answer));
	}
}

/** Puts the categories, which are embedded in every page, into the query cache, and returns them. */
function takeCategories(client: QueryClient): readonly Category[] {
	const answer = takePreloadedAnswer(callUrl(listCategories.path, {}));
	const { categories = [] } = (answer ?? {}) as { categories?: Category[] };
	if (answer !== undefined) client.setQueryData(categoriesQuery().queryKey, categories);
	return categories;
}

/**
 * Puts the catalogue into the query cache and returns it. The catalogue is embedded only in listings by subject or
 * branch.
 */
function takeCatalogue(client: QueryClient): KnownCodes | undefined {
	const answer = takePreloadedAnswer(callUrl(getCatalogue.path, {}));
	if (answer !== undefined) client.setQueryData<unknown>(catalogueQuery().queryKey, answer);
	return answer as KnownCodes | undefined;
}

/** The other API requests whose answers are embedded in the page; empty if it has none. */
function listPreloadedQueries(
	{ pathname, search }: PageLocation,
	categories: readonly Category[],
	catalogue: KnownCodes | undefined,
): PreloadedQuery[] {
	if (pathname === PAGES.home) return listHomeQueries();
	const { id } = matchPath(PAGES.item, pathname)?.params ?? {};
	if (id) {
		const url = callUrl(getItemDetails.path, { params: { id } });
		const select = (answer: unknown) => (answer as { data: unknown }).data;
		return [{ url, queryKey: itemQuery(id).queryKey, select }];
	}
	const { category } = matchPath(PAGES.category, pathname)?.params ?? {};
	if (!category) return [];
	const parsed = parseListing(search);
	const { params } = catalogue ? withKnownCodes(parsed, catalogue) : parsed;
	return [preloadedListingQuery(listingFilters(normalizeCategory(category, categories), params))];
}

function listHomeQueries(): PreloadedQuery[] {
	const url = callUrl(getAllItems.path, { query: FEATURED_QUERY });
	return [
		{ url, queryKey: featuredQuery().queryKey, select: (items) => items },
		{
			url: callUrl(countItems.path, {}),
			queryKey: countsQuery().queryKey,
			select: (answer) => (answer as { counts: unknown }).counts,
		},
	];
}

function preloadedListingQuery(filters: ListingFilters): PreloadedQuery {
	return {
		url: callUrl(listItems.path, { query: listingQuery(filters) }),
		queryKey: listingPagesQuery(filters).queryKey,
		select: (page) => ({ pages: [page], pageParams: [undefined] }),
	};
}
