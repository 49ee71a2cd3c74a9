import * as z from 'zod/mini';
import { BULK_ERRORS, NOTE_ERRORS } from '#contract/admin/errors.ts';
import type { AuditAction } from '#contract/core/audit-actions.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageNumber, pageSize, pagination } from '#contract/core/paging.ts';
import { byId, messageReply, success, text } from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_LIMITS, ITEM_STATUSES } from '#contract/items/facts.ts';
import { categoryName, reservedUntil, shownItemFields } from '#contract/items/schemas.ts';
import { photo } from '#contract/photos/schemas.ts';
import { bulkReply, selectedIds } from './bulk.ts';
import { adminDeal } from './deals.ts';
import { adminChange, adminExport, adminRead } from './endpoint-factories.ts';
import { booleanFilter, enumFilter, searchFilter, sortParam, wordFilter } from './filters.ts';
import { adminHistory } from './history.ts';
import { note, requiredNote } from './notes.ts';

/** Items on a page, by default. */
export const ADMIN_ITEMS_PAGE_SIZE = 10;
/** Maximum number of photos in the detail popup. */
export const ADMIN_ITEM_PHOTOS_MAX = 4;
export const ADMIN_ITEM_SORTS = ['newest', 'oldest', 'dearest', 'cheapest'] as const;
export const BULK_ITEM_ACTIONS = ['ban', 'unban', 'delete', 'restore'] as const;
/** The statuses of an item in the back-office. */
export const ADMIN_ITEM_STATUSES = [...ITEM_STATUSES, 'deleted'] as const;
export type AdminItemStatus = (typeof ADMIN_ITEM_STATUSES)[number];

const BULK_ITEM_AUDIT_ACTIONS = {
	ban: 'ATTEMPT_BAN_ITEM',
	unban: 'ATTEMPT_UNBAN_ITEM',
	delete: 'ATTEMPT_DELETE_ITEM',
	restore: 'ATTEMPT_RESTORE_ITEM',
} as const satisfies Record<(typeof BULK_ITEM_ACTIONS)[number], AuditAction>;

export const ADMIN_ITEM_MESSAGES = {
	deleteConfirmation: 'Are you sure you want to delete this item?',
	restored: 'The deletion is undone.',
	corrected: 'Item corrected.',
	unknownOwner: 'Unknown',
	ownerBanned: 'Hidden: owner banned',
	banned: 'Item banned successfully.',
	unbanned: 'Item unbanned successfully.',
	soldNotBanned: 'This item is sold and not banned. Nothing was changed.',
	relisted: 'Item is on sale again.',
	deleted: 'Item deleted successfully.',
	loadFailed: 'Error fetching items',
	changeFailed: 'Failed to update item',
	exportFailed: 'Error exporting items',
} as const;

/** Status labels. A sold item is labelled "Sold" unless it is also banned. */
export const ADMIN_ITEM_STATUS_LABELS = {
	available: 'Available',
	sold: 'Sold',
	banned: 'Banned',
	removed: 'Removed by its owner',
	deleted: 'Deleted',
} as const satisfies Record<AdminItemStatus, string>;

/**
 * Filter values: the statuses, and `owner-banned` for the items that are hidden because their owner is banned, whatever
 * their own status.
 */
export const ADMIN_ITEM_STATUS_FILTERS = [...ADMIN_ITEM_STATUSES, 'owner-banned'] as const;

/** What administrators read as the status of an item. */
export function itemStatusLabel(status: AdminItemStatus, isOwnerBanned: boolean): string {
	const isHidden = isOwnerBanned && (status === 'available' || status === 'sold');
	return isHidden ? ADMIN_ITEM_MESSAGES.ownerBanned : ADMIN_ITEM_STATUS_LABELS[status];
}

export const adminItemsQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_ITEMS_PAGE_SIZE),
	search: searchFilter,
	/** `false` means banned; a sold item that is not banned is `true` here. */
	isAvailable: booleanFilter,
	status: enumFilter(ADMIN_ITEM_STATUS_FILTERS),
	category: wordFilter,
	sort: sortParam(ADMIN_ITEM_SORTS),
});
export const adminItemsExportQuery = z.omit(adminItemsQuery, { page: true, limit: true });

export const adminItem = z.object({
	id: z.int(),
	...shownItemFields,
	/** URLs of the largest size, cover first; signed if the item is banned. */
	images: z.array(z.string()),
	photos: z.array(photo),
	/** False means banned. */
	isAvailable: z.boolean(),
	status: z.enum(ADMIN_ITEM_STATUSES),
	reservedUntil,
	/** Reason for the ban. */
	adminNotes: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	/** The owner; null if the account was erased. */
	User: z.nullable(
		z.object({
			id: z.int(),
			userName: z.string(),
			email: z.nullable(z.string()),
			/** Set if the owner is banned, which hides the item from the public. */
			isBanned: z.optional(z.literal(true)),
		}),
	),
});
export type AdminItem = z.infer<typeof adminItem>;

export const adminItems = z.object({ success, items: z.array(adminItem), pagination });

export const itemBan = z.object({ reason: note });
/** Clients by others send no reason. */
export const itemDeletion = z.object({ reason: note });
/** What an administrator changes of an item; what is missing stays. */
export const itemCorrection = z.object({
	title: z.optional(text(1, ITEM_LIMITS.titleMax, ITEM_ERRORS.title.message)),
	category: z.optional(categoryName),
});

/** What our page asks for. */
export const requiredDeletionReason = z.object({
	reason: requiredNote(NOTE_ERRORS.deletionReason.message),
});

export const listAdminItems = adminRead({
	path: '/admin/items',
	summary:
		'Lists items, newest first by default; removed and deleted ones with their status as filter, while they can be put back.',
	query: adminItemsQuery,
	reply: adminItems,
});

export const exportItems = adminExport({
	path: '/admin/items/export',
	summary: 'Exports the filtered items as CSV.',
	query: adminItemsExportQuery,
	download: { type: 'text/csv', name: 'items.csv' },
});

export const getAdminItem = adminRead({
	path: '/admin/items/:id',
	summary:
		'Returns an item of any status, also a deleted one that can be restored, with its deals, reports and audit entries.',
	params: byId,
	/** `deals` has the newest change first; `history` the reports about the item, and what administrators did to it. */
	reply: z.object({ success, item: adminItem, deals: z.array(adminDeal), history: adminHistory }),
});

export const banItem = adminChange({
	method: 'PUT',
	path: '/admin/items/:id/ban',
	summary: 'Bans an item; its owner is told, with the reason.',
	body: itemBan,
	auditAs: { action: 'ATTEMPT_BAN_ITEM', targetKind: 'item' },
});

export const unbanItem = endpoint({
	method: 'PUT',
	path: '/admin/items/:id/unban',
	summary: 'Unbans an item; a sold item that is not banned stays unchanged.',
	auth: 'admin',
	params: byId,
	auditAs: { action: 'ATTEMPT_UNBAN_ITEM', targetKind: 'item' },
	reply: z.extend(messageReply, { item: adminItem }),
});

export const relistItem = adminChange({
	method: 'PUT',
	path: '/admin/items/:id/relist',
	summary: 'Puts a sold item back on sale.',
	auditAs: { action: 'ATTEMPT_RELIST_ITEM', targetKind: 'item' },
});

export const deleteAdminItem = adminChange({
	method: 'DELETE',
	path: '/admin/items/:id',
	summary: 'Deletes an item; its owner is told, with the reason.',
	body: itemDeletion,
	auditAs: { action: 'ATTEMPT_DELETE_ITEM', targetKind: 'item' },
});

export const restoreItem = adminChange({
	method: 'PUT',
	path: '/admin/items/:id/restore',
	summary: 'Undoes the deletion of an item by an administrator, for 30 days.',
	auditAs: { action: 'ATTEMPT_RESTORE_ITEM', targetKind: 'item' },
});

export const correctItem = adminChange({
	method: 'PUT',
	path: '/admin/items/:id/correct',
	summary: 'Corrects the title or the category of an item; its owner is told.',
	body: itemCorrection,
	auditAs: { action: 'ATTEMPT_CORRECT_ITEM', targetKind: 'item' },
});

export const bulkChangeItems = endpoint({
	method: 'POST',
	path: '/admin/items/bulk',
	summary: 'Bans, unbans, deletes or restores several items.',
	auth: 'admin',
	body: z.object({
		itemIds: selectedIds,
		action: z.enum(BULK_ITEM_ACTIONS, BULK_ERRORS.badAction.message),
		reason: note,
	}),
	auditAs: {
		// Logged for a rejected request without a valid `action`.
		action: 'ATTEMPT_BAN_ITEM',
		targetKind: 'items',
		bulk: { idsField: 'itemIds', targetKind: 'item', auditActions: BULK_ITEM_AUDIT_ACTIONS },
	},
	reply: bulkReply,
});
