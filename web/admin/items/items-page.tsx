import {
	ADMIN_ITEM_MESSAGES,
	ADMIN_ITEM_STATUS_LABELS,
	ADMIN_ITEMS_PAGE_SIZE,
	type AdminItem,
	exportItems,
	getAdminItem,
	listAdminItems,
} from '#contract/admin/items.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { formatPrice } from '#contract/core/format.ts';
import { CATEGORY_FILTER, useSectionWithCategories } from '#web/admin/kit/category-filter.ts';
import { formatListDate } from '#web/admin/kit/date-text.ts';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { ListSection } from '#web/admin/kit/list-section.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing } from '#web/admin/lib/queries.ts';
import { Picture } from '#web/ui/picture.tsx';
import { ITEM_BULK_CHANGES, ITEM_NOUN, itemActions } from './item-actions.ts';
import { ItemDetails } from './item-details.tsx';
import { ItemStatus } from './item-status.tsx';
import { useFreshPhotoUrls } from './use-fresh-photo-urls.ts';

const ITEMS: ListSection<AdminItem> = {
	dataKind: 'items',
	heading: ADMIN_PAGE_TABLE.items.label,
	noun: ITEM_NOUN,
	list: listFrom(listAdminItems, ({ items, pagination }) => ({ rows: items, pagination })),
	pageSize: ADMIN_ITEMS_PAGE_SIZE,
	search: { name: 'search', label: 'Search items' },
	filters: {
		// A sold item is neither available nor banned.
		status: {
			label: 'Status',
			options: {
				all: 'All Items',
				...ADMIN_ITEM_STATUS_LABELS,
				'owner-banned': ADMIN_ITEM_MESSAGES.ownerBanned,
			},
			isSegmented: true,
		},
		category: CATEGORY_FILTER,
		sort: {
			label: 'Order',
			options: {
				newest: 'Newest first',
				oldest: 'Oldest first',
				dearest: 'Highest price first',
				cheapest: 'Lowest price first',
			},
			initial: 'newest',
		},
	},
	loadFailed: ADMIN_ITEM_MESSAGES.loadFailed,
	nothingFound: { title: 'No items found', hint: 'Try other words or fewer filters.' },
	nothingYet: { title: 'No items yet', hint: 'Everything that is posted is listed here.' },
	columns: [
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
			cell: ({ status, User: owner }) => <ItemStatus status={status} owner={owner} />,
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
	],
	nameOf: ({ title }) => title,
	openedParam: 'item',
	details: {
		title: (item) => item?.title ?? 'Item',
		find: async (id, signal) => {
			const reply = await callAdminApi(getAdminItem, { params: { id }, signal });
			const { item, deals, history } = reply;
			return { row: { ...item, deals }, history };
		},
		render: (details) => <ItemDetails {...details} />,
	},
	rowActions: itemActions,
	keys: { b: 'ban', r: 'relist or restore', d: 'delete', x: 'select' },
	bulk: { allLabel: 'Select all items on this page', changes: ITEM_BULK_CHANGES },
	reloads: dataKindsShowing('items'),
	changeFailed: ADMIN_ITEM_MESSAGES.changeFailed,
	export: {
		endpoint: exportItems,
		label: 'Export CSV',
		failureMessage: ADMIN_ITEM_MESSAGES.exportFailed,
	},
};

/** All items, sold and banned ones included, with their actions. */
export function ItemsPage() {
	return (
		<div {...useFreshPhotoUrls()}>
			<ListScreen section={useSectionWithCategories(ITEMS)} />
		</div>
	);
}

function Thumbnail({ item: { photos } }: { item: AdminItem }) {
	return (
		<span className="block h-10 w-13 overflow-hidden rounded-[0.375rem]">
			<Picture photo={photos[0]} alt="" sizes="52px" isSmall />
		</span>
	);
}
