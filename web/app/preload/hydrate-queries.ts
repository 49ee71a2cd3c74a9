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
import { takeFirstAnswer } from '#web/lib/api/preloaded.ts';

interface Place {
	pathname: string;
	search: URLSearchParams;
}

interface FirstQuestion {
	/** The API request. */
	address: string;
	queryKey: QueryKey;
	/** The part of the response that the query stores. */
	read: (answer: unknown) => unknown;
}

/**
 * Fills the query cache with the API responses embedded in the page, so that the first render on server and in
 * browser shows content instead of loading indicators.
 */
export function bringFirstAnswers(client: QueryClient, place: Place): void {
	for (const { address, queryKey, read } of firstQuestions(place)) {
		const answer = takeFirstAnswer(address);
		if (answer !== undefined) client.setQueryData(queryKey, read(answer));
	}
}

/** The API requests of a page's first render; empty if it needs none. */
function firstQuestions({ pathname, search }: Place): FirstQuestion[] {
	if (pathname === PAGES.home) return homeQuestions();
	const { id } = matchPath(PAGES.item, pathname)?.params ?? {};
	if (id) {
		const address = callUrl(GET_ITEM_DETAILS.path, { params: { id } });
		const read = (answer: unknown) => (answer as { data: unknown }).data;
		return [{ address, queryKey: itemKeys.one(id), read }];
	}
	const { category } = matchPath(PAGES.category, pathname)?.params ?? {};
	return category ? [listingQuestion(normalizeCategory(category), search)] : [];
}

function homeQuestions(): FirstQuestion[] {
	const address = callUrl(GET_ALL_ITEMS.path, { query: FEATURED_QUERY });
	return [
		{ address, queryKey: featuredQuery().queryKey, read: (items) => items },
		{
			address: callUrl(COUNT_ITEMS.path, {}),
			queryKey: countsQuery().queryKey,
			read: (answer) => (answer as { counts: unknown }).counts,
		},
	];
}

function listingQuestion(category: string, search: URLSearchParams): FirstQuestion {
	const { q, sort, minPrice, maxPrice } = parseListing(search).params;
	const filters = { category, q, sort, minPrice, maxPrice };
	return {
		address: callUrl(LIST_ITEMS.path, { query: listingQuery(filters) }),
		queryKey: listingPagesQuery(filters).queryKey,
		read: (page) => ({ pages: [page], pageParams: [undefined] }),
	};
}
