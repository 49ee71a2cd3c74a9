import type { Facets } from '#contract/items/facets.ts';
import type { ListingFilterValues, ListingParams } from '#contract/items/listing.ts';

/** The filters of a listing, wherever they are shown. */
export interface ListingFiltersProps {
	category: string;
	choices: ListingParams;
	onChange: (change: Partial<ListingParams>) => void;
}

/** The controls of the filters. */
export interface FiltersProps {
	/** The filters in the address. */
	choices: ListingFilterValues;
	/** Undefined until the choices are counted. */
	facets: Facets | undefined;
	onChange: (change: Partial<ListingFilterValues>) => void;
}
