import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasCodes, withKnownCodes } from '#contract/items/known-codes.ts';
import { parseListing } from '#contract/items/listing.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';

/**
 * The parameters of a listing in its address. Codes of subjects and branches are validated by the catalogue; while the
 * catalogue loads, `isPending` is true. If it cannot be loaded, the codes are accepted. `params` stays the same object
 * for the same address.
 */
export function useListingParams(search: URLSearchParams) {
	const parsed = useMemo(() => parseListing(search), [search]);
	const needsCatalogue = hasCodes(parsed);
	const { data, isError } = useQuery({ ...catalogueQuery(), enabled: needsCatalogue });
	const validated = useMemo(
		() => (needsCatalogue && data ? withKnownCodes(parsed, data) : parsed),
		[needsCatalogue, parsed, data],
	);
	return { ...validated, isPending: needsCatalogue && !data && !isError };
}
