import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { GET_PERSON, LIST_ITEMS } from '#contract/items/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { itemKeys } from './queries.ts';

/** Under the items' key, because a change of an item also changes its seller's number of items on sale. */
const sellerKeys = {
	one: (id: number | string) => [...itemKeys.all, 'seller', String(id)] as const,
	items: (id: number | string) => [...sellerKeys.one(id), 'on sale'] as const,
};

/** @param id as a number, or as text from the address */
export function sellerQuery(id: number | string) {
	return queryOptions({
		queryKey: sellerKeys.one(id),
		queryFn: async ({ signal }) => (await call(GET_PERSON, { params: { id }, signal })).person,
	});
}

/** A seller's items on sale, newest first, page by page. */
export function sellerItemsQuery(id: number | string) {
	return infiniteQueryOptions({
		queryKey: sellerKeys.items(id),
		queryFn: ({ pageParam, signal }) =>
			call(LIST_ITEMS, { query: { seller: id, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
	});
}
