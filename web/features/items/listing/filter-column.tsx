import { useFacets } from './facets-query.ts';
import type { ListingFiltersProps } from './filter-props.ts';
import { Filters } from './filters.tsx';

/**
 * The filters beside a listing. Rendered once the counts have loaded or failed to load, because counts that appear
 * later would move the controls below them.
 */
export function FilterColumn({ category, choices, onChange }: ListingFiltersProps) {
	const { facets, isPending } = useFacets(category, choices);
	return isPending ? null : <Filters choices={choices} facets={facets} onChange={onChange} />;
}
