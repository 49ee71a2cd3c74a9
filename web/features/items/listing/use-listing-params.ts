import { useQuery } from '@tanstack/react-query';
import { hasCodes, withKnownCodes } from '#contract/items/known-codes.ts';
import { parseListing } from '#contract/items/listing.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';

/**
 * The state of a listing in its address. A subject or a branch is looked up in the catalogue first: meanwhile `isPending`
 * is set. If the catalogue cannot be loaded, the codes are taken as they are.
 */
export function useListingParams(search: URLSearchParams) {
	const parsed = parseListing(search);
	const needsCatalogue = hasCodes(parsed);
	const { data, isError } = useQuery({ ...catalogueQuery(), enabled: needsCatalogue });
	const known = needsCatalogue && data ? withKnownCodes(parsed, data) : parsed;
	return { ...known, isPending: needsCatalogue && !data && !isError };
}
