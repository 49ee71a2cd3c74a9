import { CONDITION_LABELS, CONDITIONS } from '#contract/items/facts.ts';
import { chosenConditions, toggleCondition } from './chosen-filters.ts';
import { FilterGroup, FilterOption } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';

/** The filter for one or more conditions, each with the number of its items. */
export function ConditionFilter({ choices, facets, onChange }: FiltersProps) {
	const chosen = chosenConditions(choices.condition);
	const counts = facets?.facets.condition;

	return (
		<FilterGroup title="Condition">
			{CONDITIONS.map((condition) => (
				<FilterOption
					key={condition}
					type="checkbox"
					isChosen={chosen.includes(condition)}
					onChoose={() => onChange({ condition: toggleCondition(choices.condition, condition) })}
					count={counts && (counts.find(({ value }) => value === condition)?.count ?? 0)}
				>
					{CONDITION_LABELS[condition].name}
				</FilterOption>
			))}
		</FilterGroup>
	);
}
