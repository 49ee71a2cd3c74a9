import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef } from 'react';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_ITEM_MESSAGES,
	ADMIN_ITEM_STATUS_LABELS,
	ADMIN_ITEMS_PAGE_SIZE,
	type AdminItem,
	type BULK_ITEM_ACTIONS,
	banItem,
	bulkChangeItems,
	deleteAdminItem,
	exportItems,
	getAdminItem,
	itemBan,
	listAdminItems,
	relistItem,
	requiredDeletionReason,
	restoreItem,
	unbanItem,
} from '#contract/admin/items.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import { SIGNED_PHOTO_MS } from '#contract/photos/signed-urls.ts';
import { CATEGORY_FILTER, useSectionWithCategories } from '#web/admin/kit/category-filter.ts';
import { formatListDate } from '#web/admin/kit/date-text.ts';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { BulkChange, ListSection, RowAction } from '#web/admin/kit/list-section.ts';
import type { ChangeReply } from '#web/admin/kit/use-admin-change.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { Picture } from '#web/ui/picture.tsx';
import { ItemDetails } from './item-details.tsx';
import { ItemStatus } from './item-status.tsx';

const BAN_CONSEQUENCE = 'It leaves the market at once, and what is agreed about it ends for good.';
const BULK_BAN_CONSEQUENCE =
	'They leave the market at once, and what is agreed about them ends for good.';
const UNBAN_CONSEQUENCE = 'If it is on sale then, everybody who saved it is told.';
const REASON_HINT = 'The owner is told at once, with this reason.';

/** The actions on an item. A ban, an unban or a deletion can be undone for some seconds, a deletion later as well. */
function itemActions({ id, title, status, adminNotes }: AdminItem): RowAction[] {
	const params = { id };
	const ban = (reason: string | null) => callAdminApi(banItem, { params, body: { reason } });
	const unban = () => callAdminApi(unbanItem, { params });
	const restore = () => callAdminApi(restoreItem, { params });
	const banning: RowAction = {
		label: 'Ban',
		key: 'b',
		send: async (reason) => ({
			message: (await ban(reason)).message,
			undo: unban,
			banned: { about: 'item', id },
		}),
		ask: {
			title: `Ban ${isolated(title)}`,
			description: BAN_CONSEQUENCE,
			label: 'Reason (optional)',
			hint: REASON_HINT,
			schema: itemBan,
			name: 'reason',
		},
	};
	const unbanning: RowAction = {
		label: 'Unban',
		key: 'b',
		send: async () => ({ message: (await unban()).message, undo: () => ban(adminNotes) }),
		confirm: { title: `Unban ${isolated(title)}`, question: UNBAN_CONSEQUENCE },
	};
	const relisting: RowAction = {
		label: 'Relist',
		key: 'r',
		isSecondary: true,
		send: () => callAdminApi(relistItem, { params }),
		confirm: {
			title: `Relist ${isolated(title)}`,
			question: 'It is available again at once, although its owner marked it as sold.',
		},
	};
	const deleting: RowAction = {
		label: 'Delete',
		key: 'd',
		isSecondary: true,
		removesRow: true,
		send: async (reason) => {
			const { message } = await callAdminApi(deleteAdminItem, { params, body: { reason } });
			return { message, undo: restore };
		},
		ask: {
			title: `Delete ${isolated(title)}`,
			description: ADMIN_ITEM_MESSAGES.deleteConfirmation,
			label: 'Reason',
			hint: 'The owner is told, with this reason. It can be undone for 30 days.',
			schema: requiredDeletionReason,
			name: 'reason',
		},
	};
	const restoring: RowAction = {
		label: 'Undo delete',
		key: 'r',
		removesRow: true,
		send: restore,
		confirm: {
			title: `Undo the deletion of ${isolated(title)}`,
			question: 'It is as it was before, and its owner is told.',
		},
	};
	if (status === 'deleted') return [restoring];
	return [
		status === 'banned' ? unbanning : banning,
		...(status === 'sold' ? [relisting] : []),
		deleting,
	];
}

/** The bulk actions on selected items. */
const ITEM_BULK_CHANGES: readonly BulkChange<AdminItem>[] = [
	{
		label: 'Ban',
		state: 'banned',
		isAlready: ({ status }) => status === 'banned',
		consequence: BULK_BAN_CONSEQUENCE,
		reasonHint: 'Their owners are told at once, with this reason.',
		send: (ids, reason) => changeItems('ban', ids, reason),
	},
	{
		label: 'Unban',
		state: 'not banned',
		isAlready: ({ status }) => status !== 'banned',
		consequence: 'Of those that are on sale then, everybody who saved one is told.',
		send: (ids) => changeItems('unban', ids),
	},
	{
		label: 'Delete',
		state: 'deleted',
		isAlready: ({ status }) => status === 'deleted',
		consequence: 'It can be undone for 30 days.',
		reasonHint: 'Their owners are told, with this reason.',
		send: (ids, reason) => changeItems('delete', ids, reason),
	},
];

const ITEM_NOUN = { singular: 'item', plural: 'items' };

type BulkAction = (typeof BULK_ITEM_ACTIONS)[number];

const DONE_WORDS = {
	ban: 'banned',
	unban: 'unbanned',
	delete: 'deleted',
	restore: 'restored',
} as const satisfies Record<BulkAction, string>;

/** The bulk actions that undo others. */
const OPPOSITES: Partial<Record<BulkAction, BulkAction>> = { ban: 'unban', delete: 'restore' };

/** Sends a bulk action on items. Unbanning several items cannot be undone: each ban had a reason of its own. */
async function changeItems(
	action: BulkAction,
	itemIds: number[],
	reason?: string,
): Promise<ChangeReply> {
	const body = { itemIds, action, reason };
	const { changed } = await callAdminApi(bulkChangeItems, { body });
	const message = BULK_MESSAGES.done(changed.length, ITEM_NOUN, DONE_WORDS[action]);
	const opposite = OPPOSITES[action];
	if (!opposite || changed.length === 0) return { message };
	const undo = { itemIds: changed, action: opposite };
	return { message, undo: () => callAdminApi(bulkChangeItems, { body: undo }) };
}

/**
 * Reloads the items when a photo fails to load, because its signed URL may have expired. A photo that keeps failing
 * causes at most one reload within the lifetime of a URL.
 * @returns props for the element around the photos
 */
function useFreshPhotoUrls() {
	const client = useQueryClient();
	const refreshedAtMs = useRef(new Map<string, number>());

	function handleFailure({ target }: SyntheticEvent): void {
		if (!(target instanceof HTMLImageElement)) return;
		const { pathname } = new URL(target.currentSrc || target.src);
		const lastMs = refreshedAtMs.current.get(pathname);
		const nowMs = Date.now();
		if (lastMs !== undefined && nowMs - lastMs < SIGNED_PHOTO_MS) return;
		refreshedAtMs.current.set(pathname, nowMs);
		refresh(client, 'items').catch(() => undefined);
	}

	return { onErrorCapture: handleFailure };
}

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
