import type { ListingFilterValues } from '#contract/items/listing.ts';
import { PriceFilter } from './price-filter.tsx';

export interface FiltersProps {
	/** The filters in the address. */
	choices: ListingFilterValues;
	onChange: (change: Partial<ListingFilterValues>) => void;
}

/** The controls of the listing's filters, in their order. */
const FILTER_CONTROLS = { price: PriceFilter };

export function Filters(props: FiltersProps) {
	return Object.entries(FILTER_CONTROLS).map(([name, Control]) => (
		<Control key={name} {...props} />
	));
}
