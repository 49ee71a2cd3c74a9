import * as z from 'zod/mini';
import { success } from '../common.ts';
import { ITEM_STATUSES } from '../item-facts.ts';
import { pageNumber, pageSize, pagination } from '../paging.ts';
import { photo } from '../photo-schema.ts';
import { anyWord, search, yesOrNo } from './filters.ts';
import { note } from './notes.ts';

export const ADMIN_ITEMS_PAGE = 10;
/** Pictures of the detail popup. */
export const ADMIN_ITEM_PICTURES = 4;

export const ADMIN_ITEM_MESSAGES = {
	deleteConfirmation: 'Are you sure you want to delete this item?',
	unknownOwner: 'Unknown',
	notFound: 'Item not found.',
	banned: 'Item banned successfully.',
	unbanned: 'Item unbanned successfully.',
	relisted: 'Item is on sale again.',
	deleted: 'Item deleted successfully.',
	alreadyBanned: 'This item is already banned.',
	notBanned: 'This item is not banned.',
	notSold: 'This item is not sold.',
	loadFailed: 'Error fetching items',
	changeFailed: 'Failed to update item',
} as const;

/** Said beside an item: what is sold is never called banned (decisions, "Items"). */
export const ADMIN_ITEM_STATUS_LABELS = {
	available: 'Available',
	sold: 'Sold',
	banned: 'Banned',
} as const satisfies Record<(typeof ITEM_STATUSES)[number], string>;

export const adminItemsQuery = z.object({
	page: pageNumber,
	limit: pageSize(ADMIN_ITEMS_PAGE),
	search,
	/** Here `false` means banned, and a sold item is `true` (decisions, "Items"). */
	isAvailable: yesOrNo,
	category: anyWord,
});

export const adminItem = z.object({
	id: z.int(),
	title: z.string(),
	description: z.string(),
	/** Rupees. */
	price: z.number(),
	category: z.string(),
	/** Addresses of the largest size, cover first; signed where the item is banned. */
	images: z.array(z.string()),
	photos: z.array(photo),
	/** False means banned. */
	isAvailable: z.boolean(),
	status: z.enum(ITEM_STATUSES),
	/** Why it was banned. */
	adminNotes: z.nullable(z.string()),
	createdAt: z.iso.datetime(),
	/** Null when the owner's account was erased. */
	User: z.nullable(z.object({ id: z.int(), userName: z.string(), email: z.nullable(z.string()) })),
});

export const adminItems = z.object({ success, items: z.array(adminItem), pagination });

export const itemBan = z.object({ reason: note });
