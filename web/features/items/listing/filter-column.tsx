import { useIsWide } from '#web/ui/use-is-wide.ts';
import { useFacets } from './facets-query.ts';
import type { ListingFiltersProps } from './filter-props.ts';
import { Filters } from './filters.tsx';

/** The filters beside a listing; on narrow screens they are a sheet, and nothing is counted for this column. */
export function FilterColumn(props: ListingFiltersProps) {
	return useIsWide() ? <CountedFilters {...props} /> : null;
}

/** Shown with their counts, or when there are none to be had: what comes later would move what is below it. */
function CountedFilters({ category, choices, onChange }: ListingFiltersProps) {
	const { facets, isPending } = useFacets(category, choices);
	return isPending ? null : <Filters choices={choices} facets={facets} onChange={onChange} />;
}
