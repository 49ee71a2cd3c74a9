import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { callAddress } from '#contract/addresses.ts';
import { GET_ALL_ITEMS, GET_ITEM_DETAILS, LIST_ITEMS } from '#contract/item-calls.ts';
import { categoryNamed, FEATURED_QUERY, listingQuery, readListing } from '#contract/listing.ts';
import { PAGES } from '#contract/pages.ts';
import { featuredQuery, itemKeys, listingPagesQuery } from '#web/features/items/queries.ts';
import { takeFirstAnswer } from '#web/lib/first-answers.ts';

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
 * Puts the answer that came with the page where its query looks, so that the first thing drawn, by the server as by the
 * browser, is the page with its items and no sign of waiting.
 */
export function bringFirstAnswer(client: QueryClient, place: Place): void {
	const question = firstQuestion(place);
	if (!question) return;
	const answer = takeFirstAnswer(question.address);
	if (answer !== undefined) client.setQueryData(question.queryKey, question.read(answer));
}

/** Undefined where the page asks nothing before it is drawn, or what it asks may come a moment later. */
function firstQuestion({ pathname, search }: Place): FirstQuestion | undefined {
	if (pathname === PAGES.home) {
		const address = callAddress(GET_ALL_ITEMS.path, { query: FEATURED_QUERY });
		return { address, queryKey: featuredQuery().queryKey, read: (items) => items };
	}
	const { id } = matchPath(PAGES.item, pathname)?.params ?? {};
	if (id) {
		const address = callAddress(GET_ITEM_DETAILS.path, { params: { id } });
		const read = (answer: unknown) => (answer as { data: unknown }).data;
		return { address, queryKey: itemKeys.one(id), read };
	}
	const { category } = matchPath(PAGES.category, pathname)?.params ?? {};
	return category ? listingQuestion(categoryNamed(category), search) : undefined;
}

function listingQuestion(category: string, search: URLSearchParams): FirstQuestion {
	const { q, sort, minPrice, maxPrice } = readListing(search).choices;
	const filters = { category, q, sort, minPrice, maxPrice };
	return {
		address: callAddress(LIST_ITEMS.path, { query: listingQuery(filters) }),
		queryKey: listingPagesQuery(filters).queryKey,
		read: (page) => ({ pages: [page], pageParams: [undefined] }),
	};
}
