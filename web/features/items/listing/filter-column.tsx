import { useIsWide } from '#web/ui/use-is-wide.ts';
import { useFacets } from './facets-query.ts';
import type { FilterBarProps } from './filter-bar.tsx';
import { Filters } from './filters.tsx';

type FilterColumnProps = Omit<FilterBarProps, 'column'>;

/** The filters beside a listing; on narrow screens they are a sheet, and nothing is counted for this column. */
export function FilterColumn(props: FilterColumnProps) {
	return useIsWide() ? <CountedFilters {...props} /> : null;
}

function CountedFilters({ category, choices, onChange }: FilterColumnProps) {
	const facets = useFacets(category, choices);
	return <Filters choices={choices} facets={facets} onChange={onChange} />;
}
