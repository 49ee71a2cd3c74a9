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

/** After a reload, loads as many pages as were loaded before. */
export function useRestorePages(
	listing: PagedQuery,
	loadedPages: number,
	pagesInUrl: number,
): void {
	const { hasNextPage, isFetching, isError, fetchNextPage } = listing;
	const needsMore =
		loadedPages > 0 && loadedPages < pagesInUrl && hasNextPage && !isFetching && !isError;

	useEffect(() => {
		if (needsMore) fetchNextPage().catch(() => undefined);
	}, [needsMore, fetchNextPage]);
}

/**
 * The address for a changed filter, starting at the first page. Based on the current address, because a filter chosen
 * a moment before (a price is applied on leaving its field) may not be rendered yet.
 */
export function targetWith(change: Partial<ListingParams>): { pathname: string; search: string } {
	const { pathname, search } = window.location;
	const { params: choices } = parseListing(new URLSearchParams(search));
	const isNewSearch = change.q !== undefined;
	const restarted = { pages: LISTING_DEFAULTS.pages, ...(isNewSearch && { exact: '' as const }) };
	const changed = { ...choices, ...restarted, ...change };
	return { pathname, search: new URLSearchParams(serializeListing(changed)).toString() };
}

/**
 * Writes the number of loaded pages into the address. Bypasses the router, because nothing on the page changes and a
 * navigation that has already started must not be disturbed.
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
