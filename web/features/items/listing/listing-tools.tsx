import { LayoutGrid, List } from 'lucide-react';
import { type RefObject, Suspense, useRef } from 'react';
import { SORTS, type Sort } from '#contract/items/facts.ts';
import type { ListingParams, View } from '#contract/items/listing.ts';
import { lazyHydrated } from '#web/ui/lazy-hydrated.ts';
import { Select } from '#web/ui/select.tsx';

/** Server-rendered and visible at once; their scripts load after the list's. */
const SearchBox = lazyHydrated(async () => (await import('./search-box.tsx')).SearchBox);
const FilterButton = lazyHydrated(async () => (await import('./filter-button.tsx')).FilterButton);
const FilterChips = lazyHydrated(async () => (await import('./filter-chips.tsx')).FilterChips);

const SORT_LABELS: Record<Sort, string> = {
	newest: 'Newest First',
	'price-asc': 'Price: Low to High',
	'price-desc': 'Price: High to Low',
	name: 'Name A-Z',
	'best-match': 'Best match',
};
const VIEW_BUTTONS = [
	{ view: 'grid', label: 'Grid view', Icon: LayoutGrid },
	{ view: 'list', label: 'List view', Icon: List },
] as const;

export interface ListingToolsProps {
	category: string;
	choices: ListingParams;
	onChange: (change: Partial<ListingParams>) => void;
	/** @param suggestedCategory the category of a chosen suggestion */
	onSearch: (query: string, suggestedCategory?: string) => void;
	/** The column that has the filters on wide screens. */
	filterColumn: RefObject<HTMLElement | null>;
}

/** The controls of a listing: search, filters, order and view. */
export function ListingTools(props: ListingToolsProps) {
	const { category, choices, onChange, onSearch, filterColumn } = props;
	const filterButton = useRef<HTMLButtonElement>(null);

	return (
		// On wide screens the columns have fixed widths, so that nothing moves while the rest of the page loads.
		<div className="mt-3 flex flex-wrap gap-2 tablet:gap-2.5 wide:grid wide:grid-cols-[minmax(0,1fr)_13rem_5.75rem]">
			<div className="w-full">
				<Suspense fallback={<div className="h-12" />}>
					<SearchBox
						look="page"
						label="Search products..."
						placeholder="Search products..."
						query={choices.q}
						onSearch={onSearch}
						isLive
					/>
				</Suspense>
			</div>
			<Suspense fallback={<div className="min-h-12 w-28 wide:hidden" />}>
				<FilterButton
					category={category}
					choices={choices}
					onChange={onChange}
					button={filterButton}
				/>
			</Suspense>
			<Select
				aria-label="Sort by"
				className="min-w-[min(8rem,100%)] flex-1 tablet:w-52 tablet:flex-none"
				value={choices.sort}
				onChange={(event) => onChange({ sort: SORTS.find((s) => s === event.target.value) })}
			>
				{SORTS.filter((sort) => sort !== 'best-match' || choices.q !== '').map((sort) => (
					<option key={sort} value={sort}>
						{SORT_LABELS[sort]}
					</option>
				))}
			</Select>
			<ViewToggle view={choices.view} onChange={(view) => onChange({ view })} />
			<Suspense>
				<FilterChips
					choices={choices}
					onChange={onChange}
					focusTargets={[filterButton, filterColumn]}
				/>
			</Suspense>
		</div>
	);
}

function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
	return (
		<fieldset className="flex shrink-0 rounded-field border border-edge p-px">
			<legend className="sr-only">View</legend>
			{VIEW_BUTTONS.map(({ view: offered, label, Icon }) => (
				<button
					key={offered}
					type="button"
					aria-label={label}
					title={label}
					aria-pressed={view === offered}
					onClick={() => onChange(offered)}
					className="grid size-11 cursor-pointer place-items-center rounded-[0.5rem] text-ink-soft aria-pressed:bg-ink aria-pressed:text-paper"
				>
					<Icon aria-hidden="true" className="size-5" />
				</button>
			))}
		</fieldset>
	);
}
