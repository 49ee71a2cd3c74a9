import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';

/** The values of the filter `sort` for one column. */
export interface SortValues {
	ascending?: string;
	descending?: string;
	/** The direction that a press selects while the list is sorted by another column. */
	first: 'ascending' | 'descending';
}

/** The current sort order and the callback to change it. */
export interface Sorting {
	value: string;
	onSort: (value: string) => void;
}

interface SortHeaderProps extends Sorting {
	title: string;
	/** Attributes that the styles select, such as `data-figure`. */
	dataAttributes: Readonly<Record<string, string | boolean | undefined>>;
	sort: SortValues;
}

const ICONS = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown } as const;

/** The header of a sortable column; another press reverses the order, if the column has both orders. */
export function SortHeader({ title, dataAttributes, sort, value, onSort }: SortHeaderProps) {
	const direction = directionOf(sort, value);
	const Icon = ICONS[direction];
	const opposite = direction === 'ascending' ? 'descending' : 'ascending';
	const nextValue = (direction === 'none' ? undefined : sort[opposite]) ?? sort[sort.first];

	return (
		<th
			scope="col"
			aria-sort={direction === 'none' ? undefined : direction}
			{...dataAttributes}
			data-sort=""
		>
			<button
				type="button"
				onClick={() => nextValue !== undefined && onSort(nextValue)}
				className={`inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-field font-semibold hover:text-ink ${direction === 'none' ? '' : 'text-ink'}`}
			>
				{title}
				<Icon aria-hidden="true" className="size-3.5" />
			</button>
		</th>
	);
}

function directionOf({ ascending, descending }: SortValues, value: string): keyof typeof ICONS {
	if (value === ascending) return 'ascending';
	return value === descending ? 'descending' : 'none';
}
