import { ADMIN_ITEM_MESSAGES, type AdminItem } from '#contract/admin/items.ts';
import { formatPrice } from '#contract/core/format.ts';
import { type Column, DataTable, type Sorting } from '#web/admin/kit/data-table.tsx';
import { formatListDate } from '#web/admin/kit/date-text.ts';
import { Picture } from '#web/ui/picture.tsx';
import { type ItemHandlers, itemActions } from './item-actions.ts';
import { ItemStatus } from './item-status.tsx';

const COLUMNS: readonly Column<AdminItem>[] = [
	{ title: '', cell: (item) => <Thumbnail item={item} /> },
	{ title: 'Title', isMain: true, cell: ({ title }) => title },
	{
		title: 'Price',
		isNumeric: true,
		sort: { ascending: 'cheapest', descending: 'dearest', first: 'ascending' },
		cell: ({ price }) => formatPrice(price),
	},
	{
		title: 'Status',
		isShownBesidePanel: true,
		cell: ({ status }) => <ItemStatus status={status} />,
	},
	{
		title: 'Owner',
		visibleFrom: 'wide',
		cell: (item) => item.User?.userName ?? ADMIN_ITEM_MESSAGES.unknownOwner,
	},
	{ title: 'Category', isNowrap: true, visibleFrom: 'wide', cell: ({ category }) => category },
	{
		title: 'Created',
		isNowrap: true,
		visibleFrom: 'wide',
		sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
		cell: ({ createdAt }) => formatListDate(createdAt),
	},
];

interface ItemsTableProps {
	items: readonly AdminItem[];
	/** True while another page loads. */
	isBusy: boolean;
	handlers: ItemHandlers;
	openedId: number | undefined;
	onOpen: (id: number) => void;
	selectedIds: ReadonlySet<number>;
	onSelect: (ids: ReadonlySet<number>) => void;
	sorting: Sorting;
}

export function ItemsTable(props: ItemsTableProps) {
	const { items, isBusy, handlers, openedId, onOpen, selectedIds, onSelect, sorting } = props;

	return (
		<DataTable
			label="Items"
			columns={COLUMNS}
			rows={items}
			idOf={({ id }) => id}
			nameOf={({ title }) => title}
			actionsOf={(item) => itemActions(item, handlers)}
			open={({ id }) => onOpen(id)}
			openedId={openedId}
			selection={{
				ids: selectedIds,
				allLabel: 'Select all items on this page',
				onChange: onSelect,
			}}
			isBusy={isBusy}
			sorting={sorting}
		/>
	);
}

function Thumbnail({ item: { photos } }: { item: AdminItem }) {
	return (
		<span className="block h-10 w-13 overflow-hidden rounded-[0.375rem]">
			<Picture photo={photos[0]} alt="" sizes="52px" isSmall />
		</span>
	);
}
