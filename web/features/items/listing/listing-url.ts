import { useEffect } from 'react';
import { useLocation } from 'react-router';
import {
	LISTING_DEFAULTS,
	type ListingParams,
	parseListing,
	serializeListing,
} from '#contract/items/listing.ts';

const PAGES_PARAM = 'n';

interface PagedQuery {
	hasNextPage: boolean;
	isFetching: boolean;
	isError: boolean;
	fetchNextPage: () => Promise<unknown>;
}

/** After a reload as many pages come again as one had loaded. */
export function useRestorePages(
	listing: PagedQuery,
	loadedPages: number,
	wantedPages: number,
): void {
	const { hasNextPage, isFetching, isError, fetchNextPage } = listing;
	const needsMore =
		loadedPages > 0 && loadedPages < wantedPages && hasNextPage && !isFetching && !isError;

	useEffect(() => {
		if (needsMore) fetchNextPage().catch(() => undefined);
	}, [needsMore, fetchNextPage]);
}

/**
 * Where another choice leads, from the top of the list. It is added to what the address says now: what was chosen a moment
 * before, as a price is by leaving its field, may not be drawn yet.
 */
export function targetWith(change: Partial<ListingParams>): { pathname: string; search: string } {
	const { pathname, search } = window.location;
	const { params: choices } = parseListing(new URLSearchParams(search));
	const changed = { ...choices, pages: LISTING_DEFAULTS.pages, ...change };
	return { pathname, search: new URLSearchParams(serializeListing(changed)).toString() };
}

/**
 * Writes into the address how many pages are loaded. Past the router: nothing on the page changes by it, and whoever has
 * pressed a link meanwhile is on the way to another address already.
 */
export function usePagesInUrl(loadedPages: number): void {
	const { pathname, search } = useLocation();

	useEffect(() => {
		const url = new URL(window.location.href);
		const isCurrent = url.pathname === pathname && isSameExcept(PAGES_PARAM, url.search, search);
		if (loadedPages < 2 || !isCurrent) return;
		url.searchParams.set(PAGES_PARAM, String(loadedPages));
		window.history.replaceState(window.history.state, '', url);
	}, [loadedPages, pathname, search]);
}

function isSameExcept(name: string, one: string, other: string): boolean {
	const [first, second] = [new URLSearchParams(one), new URLSearchParams(other)];
	first.delete(name);
	second.delete(name);
	return first.toString() === second.toString();
}
