import { FilterGroup, FilterOption } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';

/** The filter for items of verified sellers. */
export function VerifiedFilter({ choices: { verified }, onChange }: FiltersProps) {
	return (
		<FilterGroup title="Sellers">
			<FilterOption
				type="checkbox"
				isChosen={verified !== ''}
				onChoose={() => onChange({ verified: verified === '' ? 'true' : '' })}
			>
				Verified sellers only
			</FilterOption>
		</FilterGroup>
	);
}
