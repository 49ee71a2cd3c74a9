import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getDeal, getQueue, listDeals } from '#contract/deals/endpoints.ts';
import type { DEAL_LIST_FILTERS, DealRole } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { refetchDelayMs } from './refetch-delay.ts';

/** The two ids that identify a deal. The chat of the deal has the same ids. */
export interface DealIds {
	itemId: number;
	buyerId: number;
}

/*
 * A page receives changes only of the deals that it shows (use-deal-updates.ts). Other cached deals may be outdated
 * at any time, so that all queries have `staleTime: 0`.
 */

/** The deal of an item's seller with one buyer. It is fetched again when its next deadline has passed. */
export function dealQuery({ itemId, buyerId }: DealIds) {
	return queryOptions({
		queryKey: ['deals', 'one', itemId, buyerId],
		queryFn: async ({ signal }) =>
			(await call(getDeal, { params: { itemId, buyerId }, signal })).deal,
		staleTime: 0,
		refetchOnWindowFocus: 'always',
		refetchInterval: ({ state }) => (state.data ? refetchDelayMs(state.data) : false),
	});
}

/** The two tabs of the list. */
export type DealTab = Exclude<(typeof DEAL_LIST_FILTERS)[number], 'reserved'>;

/** The user's deals, the newest change first, page by page. */
export function dealsQuery(state: DealTab, role: DealRole | undefined) {
	return infiniteQueryOptions({
		queryKey: ['deals', 'list', state, role ?? 'both'],
		queryFn: ({ pageParam, signal }) =>
			call(listDeals, { query: { state, role, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		refetchInterval: ({ state: { data } }) =>
			firstRefetchDelayMs(data?.pages.flatMap(({ deals }) => deals)),
		staleTime: 0,
		refetchOnWindowFocus: 'always',
	});
}

/** Milliseconds until the first of these deals is fetched again; false if none has a deadline. */
function firstRefetchDelayMs(deals: readonly Deal[] = []): number | false {
	const delays = deals.map((deal) => refetchDelayMs(deal)).filter((ms) => ms !== false);
	return delays.length > 0 && Math.min(...delays);
}

/** The deal with the person for whom an item of the user is reserved; null if it is not reserved. */
export function holderDealQuery(itemId: number) {
	return queryOptions({
		queryKey: ['deals', 'holder', itemId],
		queryFn: async ({ signal }) => {
			const query = { role: 'seller', state: 'reserved', itemId } as const;
			const { deals } = await call(listDeals, { query, signal });
			return deals[0] ?? null;
		},
		staleTime: 0,
		refetchOnWindowFocus: 'always',
	});
}

/** The queue for an item, for its seller. */
export function queueQuery(itemId: number) {
	return queryOptions({
		queryKey: ['deals', 'queue', itemId],
		queryFn: async ({ signal }) => (await call(getQueue, { params: { id: itemId }, signal })).queue,
		staleTime: 0,
		refetchOnWindowFocus: 'always',
	});
}
