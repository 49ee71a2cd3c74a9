import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminHistory } from '#contract/admin/history.ts';
import {
	ADMIN_ITEMS_PAGE_SIZE,
	type AdminItem,
	getAdminItem,
	listAdminItems,
} from '#contract/admin/items.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminKeys } from '#web/admin/lib/queries.ts';
import type { CallInput } from '#web/lib/api/api.ts';

/** The filters of the list as they are in the URL. */
export const ITEM_FILTERS = {
	...{ search: '', status: 'all', category: 'all', sort: 'newest' },
	limit: String(ADMIN_ITEMS_PAGE_SIZE),
};
export type ItemFilters = typeof ITEM_FILTERS;

/** The filters as the server expects them; the server rejects invalid values from the URL with its own message. */
export function toQuery(filters: ItemFilters) {
	return filters as NonNullable<CallInput<typeof listAdminItems>['query']>;
}

export function itemsQuery(filters: ItemFilters, page: number) {
	return queryOptions({
		queryKey: adminKeys.of('items', 'list', filters, page),
		queryFn: ({ signal }) =>
			callAdminApi(listAdminItems, { query: { ...toQuery(filters), page: String(page) }, signal }),
		placeholderData: keepPreviousData,
	});
}

/** @param listed the item as the list has it, shown until the response arrives */
export function itemQuery(id: number, listed: AdminItem | undefined) {
	return queryOptions({
		queryKey: adminKeys.of('items', 'one', id),
		queryFn: ({ signal }): Promise<ItemDetails> =>
			callAdminApi(getAdminItem, { params: { id }, signal }),
		placeholderData: listed && { item: listed },
	});
}

interface ItemDetails {
	item: AdminItem;
	/** Missing in a list. */
	history?: AdminHistory;
}
