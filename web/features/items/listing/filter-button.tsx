import { useQueryClient } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { listingFilters } from '#contract/items/listing.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { Button } from '#web/ui/button.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';
import { chosenFilters } from './chosen-filters.ts';
import { facetsQuery } from './facets-query.ts';
import type { ListingFiltersProps } from './filter-props.ts';

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet;

interface FilterButtonProps extends ListingFiltersProps {
	button: RefObject<HTMLButtonElement | null>;
}

/** The button that opens the filter sheet, on screens too narrow for the filter column. */
export function FilterButton({ category, choices, onChange, button }: FilterButtonProps) {
	const client = useQueryClient();
	const { Part: FilterSheet, isLoading, loadPart, preloadPart } = useLazyOnPress(loadSheet);
	const [isOpen, setIsOpen] = useState(false);
	const closeSheet = useCallback(() => setIsOpen(false), []);
	const count = chosenFilters(choices).length;

	const preloadSheet = useEffectEvent(() => {
		if (button.current?.checkVisibility()) void preloadPart();
	});
	useEffect(() => whenIdle(preloadSheet), []);

	/** Prefetches the counts. Called when the browser is idle: during the press, the requests would delay the click. */
	function prefetchCounts() {
		void client.prefetchQuery(catalogueQuery());
		void client.prefetchQuery(facetsQuery(listingFilters(category, choices)));
	}

	return (
		<>
			<Button
				ref={button}
				aria-haspopup="dialog"
				busy={isLoading}
				onPointerDown={() => whenIdle(prefetchCounts)}
				// Opens a loaded sheet synchronously, because awaiting a promise would cost a frame.
				onClick={FilterSheet ? () => setIsOpen(true) : async () => setIsOpen(await loadPart())}
				className="min-h-12 gap-1! px-2! text-xs tablet:px-3.5! tablet:text-base wide:hidden"
			>
				{/* Hidden on a phone: sort order and view share the row, so there is no room for the icon. */}
				<SlidersHorizontal aria-hidden="true" className="hidden size-5 tablet:block" />
				Filters
				{count > 0 && (
					<span>
						{count}
						<span className="sr-only"> set</span>
					</span>
				)}
			</Button>
			{FilterSheet && (
				<FilterSheet
					category={category}
					choices={choices}
					onChange={onChange}
					isOpen={isOpen}
					onClose={closeSheet}
				/>
			)}
		</>
	);
}
