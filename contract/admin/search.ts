import * as z from 'zod/mini';
import { success } from '#contract/core/schemas.ts';
import { adminRead } from './endpoint-factories.ts';
import { searchFilter } from './filters.ts';
import { ADMIN_ITEM_STATUSES } from './items.ts';

/** Maximum number of results of each kind. */
export const SEARCH_RESULTS_MAX = 5;

export const ADMIN_SEARCH_MESSAGES = {
	label: 'Find a user or an item',
	nothing: 'No user or item found.',
	failed: 'Error searching',
} as const;

export const searchUsersAndItems = adminRead({
	path: '/admin/search',
	summary: 'Finds users and items by text or id, and users by phone number.',
	query: z.object({ q: searchFilter }),
	reply: z.object({
		success,
		users: z.array(
			z.object({
				id: z.int(),
				userName: z.string(),
				email: z.nullable(z.string()),
				isBanned: z.boolean(),
			}),
		),
		items: z.array(
			z.object({
				id: z.int(),
				title: z.string(),
				price: z.number(),
				status: z.enum(ADMIN_ITEM_STATUSES),
				/** Hides the item from the public. */
				isOwnerBanned: z.optional(z.literal(true)),
			}),
		),
	}),
});
