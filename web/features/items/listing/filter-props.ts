import type { Facets } from '#contract/items/facets.ts';
import type { ListingFilterValues, ListingParams } from '#contract/items/listing.ts';

/** Props of the filter column, the filter button and the filter sheet. */
export interface ListingFiltersProps {
	category: string;
	choices: ListingParams;
	onChange: (change: Partial<ListingParams>) => void;
}

/** Props of the filter controls. */
export interface FiltersProps {
	/** The filters in the address. */
	choices: ListingFilterValues;
	/** Undefined until the choices are counted. */
	facets: Facets | undefined;
	onChange: (change: Partial<ListingFilterValues>) => void;
}
