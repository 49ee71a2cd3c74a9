import { useFacets } from './facets-query.ts';
import type { ListingFiltersProps } from './filter-props.ts';
import { Filters } from './filters.tsx';

/**
 * The filters beside a listing. They appear with their counts, or when there are none to be had: what comes later would
 * move what is below it.
 */
export function FilterColumn({ category, choices, onChange }: ListingFiltersProps) {
	const { facets, isPending } = useFacets(category, choices);
	return isPending ? null : <Filters choices={choices} facets={facets} onChange={onChange} />;
}
