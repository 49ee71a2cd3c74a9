import { memo, useRef } from 'react';
import { formatCount } from '#contract/core/format.ts';
import type { Facets } from '#contract/items/facets.ts';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import { NO_FILTERS } from '#contract/items/listing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { chosenFilters } from './chosen-filters.ts';
import { useFacets } from './facets-query.ts';
import type { ListingFiltersProps } from './filter-props.ts';
import { Filters } from './filters.tsx';

interface FilterSheetProps extends ListingFiltersProps {
	isOpen: boolean;
	onClose: () => void;
}

/** The filters on screens too narrow for the filter column. A choice changes the listing behind the sheet at once. */
export function FilterSheet({ isOpen, onClose, ...props }: FilterSheetProps) {
	return (
		<Dialog open={isOpen} onClose={onClose} title="Filters" isPrerendered>
			<SheetContent {...props} onClose={onClose} />
		</Dialog>
	);
}

/**
 * Rendered in advance while the sheet is hidden. The counts load when the sheet opens, because hidden content runs no
 * effects. `memo` avoids another render on opening (bench/RESULTS.md, "from a tap to the open filters").
 */
const SheetContent = memo(function SheetContent(props: Omit<FilterSheetProps, 'isOpen'>) {
	const { category, choices, onChange, onClose } = props;
	const { facets } = useFacets(category, choices);
	const showItems = useRef<HTMLButtonElement>(null);

	function clear() {
		// The pressed button disappears, so the focus moves to another button.
		showItems.current?.focus();
		onChange(NO_FILTERS);
	}

	return (
		<>
			<Filters choices={choices} facets={facets} onChange={onChange} />
			<div className="sticky bottom-0 z-10 -mx-5 -mb-[max(1.25rem,env(safe-area-inset-bottom))] flex gap-2.5 border-t border-line bg-surface px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
				{chosenFilters(choices).length > 0 && <Button onClick={clear}>Clear all</Button>}
				<Button ref={showItems} variant="main" onClick={onClose} className="flex-1 tabular-nums">
					Show {resultLabel(facets)}
				</Button>
				<p role="status" className="sr-only">
					{facets && resultLabel(facets)}
				</p>
			</div>
		</>
	);
});

/** '42 items', or 'items' until they are counted. */
function resultLabel(facets: Facets | undefined): string {
	if (!facets) return 'items';
	const { total, sampled } = facets;
	// The server stops counting at `countedMax`; the listing may have more items.
	const isMore = sampled && total >= FACET_LIMITS.countedMax;
	return `${formatCount(total)}${isMore ? '+' : ''} ${total === 1 ? 'item' : 'items'}`;
}
