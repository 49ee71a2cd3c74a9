import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { pick } from '#contract/core/pick.ts';
import { getFacets } from '#contract/items/endpoints.ts';
import type { Facets } from '#contract/items/facets.ts';
import {
	LISTING_FILTER_NAMES,
	type ListingFilters,
	type ListingParams,
	listingFilters,
	listingQuery,
} from '#contract/items/listing.ts';
import { call } from '#web/lib/api/api.ts';
import { useIsDrawn } from './use-is-drawn.ts';

/** The number of items that each choice of the filters would leave. */
export function facetsQuery(filters: ListingFilters) {
	const query = pick(listingQuery(filters), ['category', 'q', 'exact', ...LISTING_FILTER_NAMES]);
	return queryOptions({
		queryKey: ['items', 'facets', query],
		queryFn: ({ signal }) => call(getFacets, { query, signal }),
		// The previous counts stay visible until the new ones are loaded.
		placeholderData: keepPreviousData,
	});
}

/**
 * The counts of visible filters. Undefined until they are loaded, and if loading fails; the filters work without them.
 */
export function useFacets(
	category: string,
	choices: ListingParams,
): { facets: Facets | undefined; isPending: boolean } {
	const { data: facets, isPending } = useQuery({
		...facetsQuery(listingFilters(category, choices)),
		enabled: useIsDrawn(),
	});
	return { facets, isPending };
}
