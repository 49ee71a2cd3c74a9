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
import { useChange } from '#web/admin/kit/use-change.ts';
import { officeCall } from '#web/admin/lib/api.ts';

/** A person's panel says what becomes of their items, and a report of the one that it is about. */
const SUBJECTS = ['items', 'users', 'reports', 'analytics'] as const;
const FAILED = { subjects: SUBJECTS, failed: ADMIN_ITEM_MESSAGES.changeFailed };

const ban = ({ id }: Pick<AdminItem, 'id'>, reason: string | null) =>
	officeCall(banItem, { params: { id }, body: { reason } });
const unban = ({ id }: Pick<AdminItem, 'id'>) => officeCall(unbanItem, { params: { id } });

/** What administrators do with one item; bans can be taken back for a moment. */
export function useItemChanges() {
	const banning = useChange({
		...FAILED,
		isFailureShown: true,
		run: ({ item, reason }: { item: AdminItem; reason: string }) => ban(item, reason),
		undo:
			({ item }) =>
			() =>
				unban(item),
	});
	const unbanning = useChange({
		...FAILED,
		run: unban,
		undo: (item: AdminItem) => () => ban(item, item.adminNotes),
	});
	const relisting = useChange({
		...FAILED,
		run: ({ id }: AdminItem) => officeCall(relistItem, { params: { id } }),
	});
	const deleting = useChange({
		...FAILED,
		run: ({ id }: AdminItem) => officeCall(deleteAdminItem, { params: { id } }),
	});
	return { banning, unbanning, relisting, deleting };
}

export type BulkItemAction = (typeof BULK_ITEM_ACTIONS)[number];

interface BulkItemChange {
	itemIds: number[];
	action: BulkItemAction;
	reason?: string;
}

/** What administrators do with several items at once. Lifting bans can't be taken back: each had a reason of its own. */
export function useBulkItemChange() {
	return useChange({
		...FAILED,
		isFailureShown: true,
		run: (body: BulkItemChange) => officeCall(bulkChangeItems, { body }),
		undo: ({ action }, { changed }) => {
			if (action !== 'ban' || changed.length === 0) return undefined;
			return () => officeCall(bulkChangeItems, { body: { itemIds: changed, action: 'unban' } });
		},
	});
}
