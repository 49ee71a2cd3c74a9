import { useEffect } from 'react';
import { useLocation } from 'react-router';
import {
	LISTING_DEFAULTS,
	type ListingChoices,
	readListing,
	writeListing,
} from '#contract/items/listing.ts';

const PAGES = 'n';

interface Pages {
	hasNextPage: boolean;
	isFetching: boolean;
	isError: boolean;
	fetchNextPage: () => Promise<unknown>;
}

/** After a reload as many pages come again as one had loaded. */
export function useLoadedAgain(listing: Pages, loaded: number, wanted: number): void {
	const { hasNextPage, isFetching, isError, fetchNextPage } = listing;
	const isShort = loaded > 0 && loaded < wanted && hasNextPage && !isFetching && !isError;

	useEffect(() => {
		if (isShort) fetchNextPage().catch(() => undefined);
	}, [isShort, fetchNextPage]);
}

/**
 * Where another choice leads, from the top of the list. It is added to what the address says now: what was chosen a moment
 * before, as a price is by leaving its field, may not be drawn yet.
 */
export function placeWith(change: Partial<ListingChoices>): { pathname: string; search: string } {
	const { pathname, search } = window.location;
	const { choices } = readListing(new URLSearchParams(search));
	const changed = { ...choices, pages: LISTING_DEFAULTS.pages, ...change };
	return { pathname, search: new URLSearchParams(writeListing(changed)).toString() };
}

/**
 * Writes into the address how many pages are loaded. Past the router: nothing on the page changes by it, and whoever has
 * pressed a link meanwhile is on the way to another address already.
 */
export function usePagesInAddress(loaded: number): void {
	const { pathname, search } = useLocation();

	useEffect(() => {
		const address = new URL(window.location.href);
		const isHere = address.pathname === pathname && isSameBut(PAGES, address.search, search);
		if (loaded < 2 || !isHere) return;
		address.searchParams.set(PAGES, String(loaded));
		window.history.replaceState(window.history.state, '', address);
	}, [loaded, pathname, search]);
}

function isSameBut(name: string, one: string, other: string): boolean {
	const [first, second] = [new URLSearchParams(one), new URLSearchParams(other)];
	first.delete(name);
	second.delete(name);
	return first.toString() === second.toString();
}
