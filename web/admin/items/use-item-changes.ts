import {
	ADMIN_ITEM_MESSAGES,
	type AdminItem,
	type BULK_ITEM_ACTIONS,
	banItem,
	bulkChangeItems,
	deleteAdminItem,
	relistItem,
	unbanItem,
} from '#contract/admin/items.ts';
import { useMutationWithUndo } from '#web/admin/kit/use-mutation-with-undo.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

/** The panels of users and reports show the status of items too. */
const SUBJECTS = ['items', 'users', 'reports', 'analytics'] as const;
const CHANGE_OPTIONS = { subjects: SUBJECTS, failureMessage: ADMIN_ITEM_MESSAGES.changeFailed };

const ban = ({ id }: Pick<AdminItem, 'id'>, reason: string | null) =>
	callAdminApi(banItem, { params: { id }, body: { reason } });
const unban = ({ id }: Pick<AdminItem, 'id'>) => callAdminApi(unbanItem, { params: { id } });

/** The changes of one item; a ban can be undone for some seconds. */
export function useItemChanges() {
	const banning = useMutationWithUndo({
		...CHANGE_OPTIONS,
		isErrorHandled: true,
		run: ({ item, reason }: { item: AdminItem; reason: string }) => ban(item, reason),
		undo:
			({ item }) =>
			() =>
				unban(item),
	});
	const unbanning = useMutationWithUndo({
		...CHANGE_OPTIONS,
		run: unban,
		undo: (item: AdminItem) => () => ban(item, item.adminNotes),
	});
	const relisting = useMutationWithUndo({
		...CHANGE_OPTIONS,
		run: ({ id }: AdminItem) => callAdminApi(relistItem, { params: { id } }),
	});
	const deleting = useMutationWithUndo({
		...CHANGE_OPTIONS,
		run: ({ id }: AdminItem) => callAdminApi(deleteAdminItem, { params: { id } }),
	});
	return { banning, unbanning, relisting, deleting };
}

export type BulkItemAction = (typeof BULK_ITEM_ACTIONS)[number];

interface BulkItemChange {
	itemIds: number[];
	action: BulkItemAction;
	reason?: string;
}

/** Bulk changes. Unbanning several items cannot be undone: each ban had a reason of its own. */
export function useBulkItemChange() {
	return useMutationWithUndo({
		...CHANGE_OPTIONS,
		isErrorHandled: true,
		run: (body: BulkItemChange) => callAdminApi(bulkChangeItems, { body }),
		undo: ({ action }, { changed }) => {
			if (action !== 'ban' || changed.length === 0) return undefined;
			return () => callAdminApi(bulkChangeItems, { body: { itemIds: changed, action: 'unban' } });
		},
	});
}
