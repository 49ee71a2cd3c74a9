import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_ITEM_MESSAGES,
	type AdminItem,
	banItem,
	bulkChangeItems,
	correctItem,
	deleteAdminItem,
	getAdminItem,
	adminItem as itemSchema,
	listAdminItems,
	relistItem,
	restoreItem,
	unbanItem,
} from '#contract/admin/items.ts';
import { fakeApi } from './fake-api.ts';
import { samplePhoto } from './item-replies.ts';
import { sample } from './sample.ts';
import { hasValues, type StoredRows, storeRows } from './stored-rows.ts';

const ORDERS = {
	newest: (one: AdminItem, other: AdminItem) => other.id - one.id,
	oldest: (one: AdminItem, other: AdminItem) => one.id - other.id,
	dearest: (one: AdminItem, other: AdminItem) => other.price - one.price,
	cheapest: (one: AdminItem, other: AdminItem) => one.price - other.price,
};

let lastId = 300;

/** An item of Meera as the back-office shows it. */
export function adminItem(title: string, changes: Partial<AdminItem> = {}): AdminItem {
	lastId += 1;
	const { status = 'available', photos = [samplePhoto(0)] } = changes;
	return sample(itemSchema, {
		id: lastId,
		title,
		description: 'With clips.',
		price: 1450,
		category: 'Essentials',
		images: photos.map(({ url }) => url),
		photos,
		isAvailable: status !== 'banned',
		User: { id: 7, userName: 'Meera', email: 'meera@campus.example' },
		...changes,
	});
}

const STATUS_AFTER = {
	ban: 'banned',
	unban: 'available',
	delete: 'deleted',
	restore: 'available',
} as const;
const LISTED: readonly AdminItem['status'][] = ['available', 'sold', 'banned'];

/** A market with these items, which administrators list and change. */
export function fakeAdminItems(...items: readonly AdminItem[]): StoredRows<AdminItem> {
	const stored = storeRows(items);
	const setStatus = (
		ids: number | readonly number[],
		status: AdminItem['status'],
		message: string,
	) => stored.change(ids, { status, isAvailable: status !== 'banned' }, message);

	fakeApi.answer(listAdminItems, ({ query: { search = '', status, category, sort, ...paging } }) =>
		storeRows(stored.all().toSorted(ORDERS[sort])).page(
			'items',
			paging,
			(item) =>
				item.title.includes(search) &&
				(status ? item.status === status : LISTED.includes(item.status)) &&
				hasValues(item, { category }),
		),
	);
	fakeApi.answer(getAdminItem, ({ params }) => ({ item: stored.get(params.id) }));
	fakeApi.answer(banItem, ({ params: { id }, body: { reason } }) => {
		stored.change(id, { adminNotes: reason || null });
		return setStatus(id, 'banned', ADMIN_ITEM_MESSAGES.banned);
	});
	fakeApi.answer(unbanItem, ({ params: { id } }) => {
		const reply = setStatus(id, 'available', ADMIN_ITEM_MESSAGES.unbanned);
		return { ...reply, item: stored.get(id) };
	});
	fakeApi.answer(relistItem, ({ params }) =>
		setStatus(params.id, 'available', ADMIN_ITEM_MESSAGES.relisted),
	);
	fakeApi.answer(deleteAdminItem, ({ params }) =>
		setStatus(params.id, 'deleted', ADMIN_ITEM_MESSAGES.deleted),
	);
	fakeApi.answer(restoreItem, ({ params }) =>
		setStatus(params.id, 'available', ADMIN_ITEM_MESSAGES.restored),
	);
	fakeApi.answer(correctItem, ({ params, body }) =>
		stored.change(params.id, body as Partial<AdminItem>, ADMIN_ITEM_MESSAGES.corrected),
	);
	fakeApi.answer(bulkChangeItems, ({ body: { itemIds: changed, action } }) => {
		const status = STATUS_AFTER[action];
		return { ...setStatus(changed, status, BULK_MESSAGES.changed(changed.length)), changed };
	});
	return stored;
}
