import { type ComponentType, startTransition, useOptimistic } from 'react';
import type { ListingFilterName, ListingFilterValues } from '#contract/items/listing.ts';
import { ConditionFilter } from './condition-filter.tsx';
import { CourseFilter } from './course-filter.tsx';
import type { FiltersProps } from './filter-props.ts';
import { PriceFilter } from './price-filter.tsx';
import { ReservedFilter } from './reserved-filter.tsx';
import { VerifiedFilter } from './verified-filter.tsx';

/** The control of each filter, in order. Controls that grow when their data has loaded come last. */
const FILTER_CONTROLS: Record<ListingFilterName, ComponentType<FiltersProps>> = {
	condition: ConditionFilter,
	minPrice: PriceFilter,
	maxPrice: PriceFilter,
	free: PriceFilter,
	verified: VerifiedFilter,
	reserved: ReservedFilter,
	branch: CourseFilter,
	semester: CourseFilter,
	subject: CourseFilter,
};
/** Each control once, although several filters may share it. */
const CONTROLS = Object.entries(FILTER_CONTROLS).filter(
	([, Control], index) => Object.values(FILTER_CONTROLS).indexOf(Control) === index,
);

/** All filter controls. A choice is shown at once, before the listing has rendered with it. */
export function Filters({ choices, facets, onChange }: FiltersProps) {
	const [optimisticChoices, setOptimisticChoices] = useOptimistic(choices);

	function handleChange(change: Partial<ListingFilterValues>) {
		startTransition(() => {
			setOptimisticChoices((before) => ({ ...before, ...change }));
			onChange(change);
		});
	}

	return (
		<div className="grid gap-5">
			{CONTROLS.map(([name, Control]) => (
				<Control key={name} choices={optimisticChoices} facets={facets} onChange={handleChange} />
			))}
		</div>
	);
}
