import { startTransition, useOptimistic } from 'react';
import type { ListingFilterValues } from '#contract/items/listing.ts';
import { ConditionFilter } from './condition-filter.tsx';
import { CourseFilter } from './course-filter.tsx';
import type { FiltersProps } from './filter-props.ts';
import { PriceFilter } from './price-filter.tsx';
import { ReservedFilter } from './reserved-filter.tsx';
import { VerifiedFilter } from './verified-filter.tsx';

/** The controls of the listing's filters, in their order; what grows when it has loaded comes last. */
const FILTER_CONTROLS = {
	condition: ConditionFilter,
	price: PriceFilter,
	verified: VerifiedFilter,
	reserved: ReservedFilter,
	course: CourseFilter,
};

/** Shows a choice before the listing has followed it. */
export function Filters({ choices, facets, onChange }: FiltersProps) {
	const [shown, showAtOnce] = useOptimistic(choices);

	function handleChange(change: Partial<ListingFilterValues>) {
		startTransition(() => {
			showAtOnce((before) => ({ ...before, ...change }));
			onChange(change);
		});
	}

	return (
		<div className="grid gap-5">
			{Object.entries(FILTER_CONTROLS).map(([name, Control]) => (
				<Control key={name} choices={shown} facets={facets} onChange={handleChange} />
			))}
		</div>
	);
}
