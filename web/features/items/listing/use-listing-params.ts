import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasCodes, withKnownCodes } from '#contract/items/known-codes.ts';
import { parseListing } from '#contract/items/listing.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';

/**
 * The state of a listing in its address. A subject or a branch is looked up in the catalogue first: meanwhile `isPending`
 * is set. If the catalogue cannot be loaded, the codes are taken as they are. The same address gives the same objects.
 */
export function useListingParams(search: URLSearchParams) {
	const parsed = useMemo(() => parseListing(search), [search]);
	const needsCatalogue = hasCodes(parsed);
	const { data, isError } = useQuery({ ...catalogueQuery(), enabled: needsCatalogue });
	const known = useMemo(
		() => (needsCatalogue && data ? withKnownCodes(parsed, data) : parsed),
		[needsCatalogue, parsed, data],
	);
	return { ...known, isPending: needsCatalogue && !data && !isError };
}
