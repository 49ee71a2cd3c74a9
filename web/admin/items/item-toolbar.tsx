import { ADMIN_ITEM_STATUS_LABELS } from '#contract/admin/items.ts';
import { CATEGORIES } from '#contract/items/facts.ts';
import { FilterSegments, FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import type { ItemFilters } from './queries.ts';

interface ItemToolbarProps {
	filters: ItemFilters;
	onChange: (changes: Partial<ItemFilters>, options?: { isTyping?: boolean }) => void;
}

/** The three statuses of the specification (spec 2 §2), plus sold, which is neither available nor banned. */
const STATUS_SEGMENTS = [
	{ value: 'all', label: 'All Items' },
	{ value: 'available', label: ADMIN_ITEM_STATUS_LABELS.available },
	{ value: 'sold', label: ADMIN_ITEM_STATUS_LABELS.sold },
	{ value: 'banned', label: ADMIN_ITEM_STATUS_LABELS.banned },
] as const;

const CATEGORY_OPTIONS = {
	all: 'All categories',
	...Object.fromEntries(CATEGORIES.map((category) => [category, category])),
};

const SORT_OPTIONS = {
	newest: 'Newest first',
	oldest: 'Oldest first',
	dearest: 'Highest price first',
	cheapest: 'Lowest price first',
};

export function ItemToolbar({ filters, onChange }: ItemToolbarProps) {
	return (
		<Toolbar
			values={[
				[filters.status, 'all'],
				[filters.category, 'all'],
			]}
			search={
				<SearchField
					label="Search items"
					value={filters.search}
					onSearch={(search) => onChange({ search }, { isTyping: true })}
				/>
			}
		>
			<FilterSegments
				label="Status"
				segments={STATUS_SEGMENTS}
				value={filters.status as 'all'}
				onChange={(status) => onChange({ status })}
			/>
			<FilterSelect
				label="Category"
				value={filters.category}
				options={CATEGORY_OPTIONS}
				onChange={(category) => onChange({ category })}
			/>
			<FilterSelect
				label="Order"
				value={filters.sort}
				options={SORT_OPTIONS}
				onChange={(sort) => onChange({ sort })}
			/>
		</Toolbar>
	);
}
