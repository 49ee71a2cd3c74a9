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
	/** Of the API. */
	address: string;
	queryKey: QueryKey;
	/** What of an answer the query keeps. */
	read: (answer: unknown) => unknown;
}

/**
 * Puts the answers that came with the page where its queries look, so that the first thing drawn, by the server as by the
 * browser, is the page with its items and no sign of waiting.
 */
export function bringFirstAnswers(client: QueryClient, place: Place): void {
	for (const { address, queryKey, read } of firstQuestions(place)) {
		const answer = takeFirstAnswer(address);
		if (answer !== undefined) client.setQueryData(queryKey, read(answer));
	}
}

/** Empty where the page asks nothing before it is drawn, or what it asks may come a moment later. */
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
