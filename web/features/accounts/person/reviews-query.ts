import { infiniteQueryOptions } from '@tanstack/react-query';
import { listReviews } from '#contract/deals/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * A person's published reviews, newest first, page by page. The key begins with 'items', so that they are refetched
 * with everything else that shows this person as a seller.
 */
export function personReviewsQuery(id: number) {
	return infiniteQueryOptions({
		queryKey: ['items', 'seller', String(id), 'reviews'],
		queryFn: ({ pageParam, signal }) =>
			call(listReviews, { params: { id }, query: { cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
	});
}
