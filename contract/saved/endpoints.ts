import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageCursor, pageSize } from '#contract/core/paging.ts';
import { id, list, success } from '#contract/core/schemas.ts';
import { SAVED_ERRORS } from './errors.ts';
import { SAVED_LIMITS } from './facts.ts';
import { savedItem } from './schemas.ts';

const byItemId = z.object({ itemId: id });

export const addSavedItem = endpoint({
	method: 'PUT',
	path: '/saved/:itemId',
	summary: 'Saves an item, so that I find it again and hear when it gets cheaper; repeatable.',
	auth: 'user',
	params: byItemId,
	reply: z.object({ success, saved: z.literal(true) }),
	skipsInvalidation: true,
});

export const removeSavedItem = endpoint({
	method: 'DELETE',
	path: '/saved/:itemId',
	summary: 'Removes an item from my saved ones; repeatable.',
	auth: 'user',
	params: byItemId,
	reply: z.object({ success, saved: z.literal(false) }),
	skipsInvalidation: true,
});

export const addSavedItems = endpoint({
	method: 'POST',
	path: '/saved',
	summary:
		'Saves what I marked before I signed in, the newest first; leaves out what cannot be saved.',
	auth: 'user',
	body: z.object({ ids: list(z.unknown(), SAVED_LIMITS.sentMax, SAVED_ERRORS.itemIds.message) }),
	reply: z.object({
		success,
		/** Ids of the sent items that are saved now, in the order in which they were sent. */
		ids: z.array(z.int()),
		/** Whether items that could be saved were left out, because the user has saved SAVED_LIMITS.itemsMax items. */
		isFull: z.boolean(),
	}),
	skipsInvalidation: true,
});

export const listSavedIds = endpoint({
	method: 'GET',
	path: '/saved/ids',
	summary: 'Lists the ids of all my saved items, newest first.',
	auth: 'user',
	reply: z.object({ success, ids: z.array(z.int()) }),
});

export const listSavedItems = endpoint({
	method: 'GET',
	path: '/saved',
	summary: 'Lists my saved items, newest first; nextCursor leads to the next page.',
	auth: 'user',
	query: z.object({ limit: pageSize(SAVED_LIMITS.pageDefault), cursor: pageCursor }),
	reply: z.object({ success, items: z.array(savedItem), nextCursor: z.nullable(z.string()) }),
});
