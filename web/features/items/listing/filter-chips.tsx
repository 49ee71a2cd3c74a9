import { X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type ListingFilterValues, NO_FILTERS } from '#contract/items/listing.ts';
import { Button } from '#web/ui/button.tsx';
import { type ChosenFilter, chosenFilters } from './chosen-filters.ts';

interface FilterChipsProps {
	choices: ListingFilterValues;
	onChange: (change: Partial<ListingFilterValues>) => void;
	/** Filter button and filter column. The visible one gets the focus when the last chip is removed. */
	focusTargets: readonly RefObject<HTMLElement | null>[];
}

/** The active filters as chips. Pressing one removes the filter; the focus stays in the row. */
export function FilterChips({ choices, onChange, focusTargets }: FilterChipsProps) {
	const row = useRef<HTMLUListElement>(null);
	const removedIndex = useRef<number>(undefined);
	const chosen = chosenFilters(choices);
	const count = chosen.length;
	const focusFilters = useEffectEvent(() => {
		focusTargets.find(({ current }) => current?.checkVisibility())?.current?.focus();
	});

	useEffect(() => {
		const index = removedIndex.current;
		removedIndex.current = undefined;
		if (index === undefined) return;
		const chips = row.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
		if (count === 0) focusFilters();
		else chips[Math.min(index, count - 1)]?.focus();
	}, [count]);

	function remove({ change }: Pick<ChosenFilter, 'change'>, index: number) {
		removedIndex.current = index;
		onChange(change);
	}

	if (count === 0) return null;
	return (
		<ul ref={row} aria-label="Chosen filters" className="col-span-full flex w-full flex-wrap gap-2">
			{chosen.map((filter, index) => (
				<li key={filter.label}>
					<Button
						size="small"
						data-chip
						onClick={() => remove(filter, index)}
						className="rounded-full! pr-3! whitespace-nowrap"
					>
						<span className="sr-only">Remove </span>
						{filter.label}
						<X aria-hidden="true" className="size-4" />
					</Button>
				</li>
			))}
			{count > 1 && (
				<li>
					<Button
						variant="quiet"
						size="small"
						onClick={() => remove({ change: NO_FILTERS }, 0)}
						className="text-link!"
					>
						Clear all<span className="sr-only"> filters</span>
					</Button>
				</li>
			)}
		</ul>
	);
}
