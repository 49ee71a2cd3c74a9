import { FilterGroup, FilterOption } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';

/** The filter that hides reserved items. */
export function ReservedFilter({ choices: { reserved }, onChange }: FiltersProps) {
	return (
		<FilterGroup title="Reservations">
			<FilterOption
				type="checkbox"
				isChosen={reserved !== ''}
				onChoose={() => onChange({ reserved: reserved === '' ? 'false' : '' })}
			>
				Hide reserved
			</FilterOption>
		</FilterGroup>
	);
}
