import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_ITEM_MESSAGES,
	type AdminItem,
	type BULK_ITEM_ACTIONS,
	banItem,
	bulkChangeItems,
	deleteAdminItem,
	itemBan,
	relistItem,
	requiredDeletionReason,
	restoreItem,
	unbanItem,
} from '#contract/admin/items.ts';
import { isolated } from '#contract/core/format.ts';
import type { BulkChange, RowAction } from '#web/admin/kit/list-section.ts';
import type { ChangeReply } from '#web/admin/kit/use-admin-change.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

const BAN_CONSEQUENCE = 'It leaves the market at once, and what is agreed about it ends for good.';
const BULK_BAN_CONSEQUENCE =
	'They leave the market at once, and what is agreed about them ends for good.';
const UNBAN_CONSEQUENCE = 'If it is on sale then, everybody who saved it is told.';
const REASON_HINT = 'The owner is told at once, with this reason.';

/** The actions on an item. A ban, an unban or a deletion can be undone for some seconds, a deletion later as well. */
export function itemActions({ id, title, status, adminNotes }: AdminItem): RowAction[] {
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
export const ITEM_BULK_CHANGES: readonly BulkChange<AdminItem>[] = [
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

export const ITEM_NOUN = { singular: 'item', plural: 'items' };

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
