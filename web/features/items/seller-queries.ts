import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getPerson } from '#contract/accounts/endpoints.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * A seller's public details. The key begins with 'items', so that a change of an item refetches them: the details
 * contain the number of items on sale.
 * @param id as a number, or as text from the address
 */
export function sellerQuery(id: number | string) {
	return queryOptions({
		queryKey: ['items', 'seller', String(id)],
		queryFn: async ({ signal }) => (await call(getPerson, { params: { id }, signal })).person,
	});
}

/** A seller's items on sale, newest first, page by page. */
export function sellerItemsQuery(id: number | string) {
	return infiniteQueryOptions({
		queryKey: ['items', 'seller', String(id), 'on sale'],
		queryFn: ({ pageParam, signal }) =>
			call(listItems, { query: { seller: id, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
	});
}
