import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_ITEM_MESSAGES,
	type AdminItem,
	banItem,
	bulkChangeItems,
	correctItem,
	deleteAdminItem,
	getAdminItem,
	listAdminItems,
	relistItem,
	restoreItem,
	unbanItem,
} from '#contract/admin/items.ts';
import { fakeApi } from './fake-api.ts';
import { samplePhoto } from './item-replies.ts';
import { type StoredRows, storeRows } from './stored-rows.ts';

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
	return {
		id: lastId,
		title,
		description: 'With clips.',
		price: 1450,
		category: 'Essentials',
		condition: null,
		details: {},
		subjects: [],
		isPriceFixed: false,
		reservedUntil: null,
		images: photos.map(({ url }) => url),
		photos,
		status,
		isAvailable: status !== 'banned',
		adminNotes: null,
		createdAt: '2026-02-03T04:05:06.000Z',
		User: { id: 7, userName: 'Meera', email: 'meera@campus.example' },
		...changes,
	};
}

const LISTED: readonly AdminItem['status'][] = ['available', 'sold', 'banned'];

/** A market with these items, which administrators list and change. */
export function fakeAdminItems(...items: readonly AdminItem[]): StoredRows<AdminItem> {
	const stored = storeRows(items);
	const change = (ids: number | readonly number[], status: AdminItem['status']) =>
		stored.change(ids, { status, isAvailable: status !== 'banned' });

	fakeApi.answer(listAdminItems, ({ query }) => {
		const { search = '', status, category, sort } = query;
		const { rows, pagination } = storeRows(stored.all().toSorted(ORDERS[sort])).page(
			query,
			(item) =>
				item.title.includes(search) &&
				(status ? status === item.status : LISTED.includes(item.status)) &&
				(category ?? item.category) === item.category,
		);
		return { success: true, items: rows, pagination };
	});
	fakeApi.answer(getAdminItem, ({ params: { id } }) => ({
		success: true,
		item: stored.get(id),
		deals: [],
		history: [],
	}));
	fakeApi.answer(banItem, ({ params: { id }, body: { reason } }) => {
		change(id, 'banned');
		stored.change(id, { adminNotes: reason || null });
		return { success: true, message: ADMIN_ITEM_MESSAGES.banned };
	});
	fakeApi.answer(unbanItem, ({ params: { id } }) => {
		change(id, 'available');
		return { success: true, message: ADMIN_ITEM_MESSAGES.unbanned, item: stored.get(id) };
	});
	fakeApi.answer(relistItem, ({ params: { id } }) => {
		change(id, 'available');
		return { success: true, message: ADMIN_ITEM_MESSAGES.relisted };
	});
	fakeApi.answer(deleteAdminItem, ({ params: { id } }) => {
		stored.change(id, { status: 'deleted' });
		return { success: true, message: ADMIN_ITEM_MESSAGES.deleted };
	});
	fakeApi.answer(restoreItem, ({ params: { id } }) => {
		stored.change(id, { status: 'available' });
		return { success: true, message: ADMIN_ITEM_MESSAGES.restored };
	});
	fakeApi.answer(correctItem, ({ params: { id }, body }) => {
		stored.change(id, body as Partial<AdminItem>);
		return { success: true, message: ADMIN_ITEM_MESSAGES.corrected };
	});
	fakeApi.answer(bulkChangeItems, ({ body: { itemIds: changed, action } }) => {
		if (action === 'delete') stored.change(changed, { status: 'deleted' });
		else change(changed, action === 'ban' ? 'banned' : 'available');
		const message = BULK_MESSAGES.changed(changed.length);
		return { success: true, message, changed, unchanged: [] };
	});
	return stored;
}
