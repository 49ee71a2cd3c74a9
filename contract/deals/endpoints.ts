import * as z from 'zod/mini';
import { endpoint } from '#contract/core/endpoint.ts';
import { pageCursor, pageSize } from '#contract/core/paging.ts';
import { byId, id, success } from '#contract/core/schemas.ts';
import { changedItemReply, item } from '#contract/items/schemas.ts';
import { DEAL_INPUT_ERRORS } from './errors.ts';
import { DEAL_LIMITS, DEAL_LIST_FILTERS, DEAL_ROLES } from './facts.ts';
import {
	deal,
	dealActionParams,
	dealParams,
	personReview,
	queueEntry,
	saleFields,
} from './schemas.ts';
import { describeTransitions } from './transition-text.ts';

export const getDeal = endpoint({
	method: 'GET',
	path: '/deals/:itemId/:buyerId',
	summary: 'Returns what stands between the item’s seller and this buyer; for these two only.',
	auth: 'user',
	params: dealParams,
	reply: z.object({ success, deal }),
});

export const actInDeal = endpoint({
	method: 'POST',
	path: '/deals/:itemId/:buyerId/:action',
	summary: 'Does one step of a deal. A request with the clientId of an earlier one does nothing.',
	description: describeTransitions(),
	auth: 'user',
	params: dealActionParams,
	/** Depends on the action (`dealBodies`); the server parses it with the schema of the action. */
	body: z.looseObject({}),
	reply: z.object({ success, deal, message: z.string() }),
});

export const listDeals = endpoint({
	method: 'GET',
	path: '/deals',
	summary: 'Lists my deals, the newest change first; nextCursor leads to the next page.',
	auth: 'user',
	query: z.object({
		role: z.optional(z.enum(DEAL_ROLES, DEAL_INPUT_ERRORS.badRole.message)),
		state: z.optional(z.enum(DEAL_LIST_FILTERS, DEAL_INPUT_ERRORS.badState.message)),
		/** Only the deals about this item. */
		itemId: z.optional(id),
		limit: pageSize(DEAL_LIMITS.pageDefault),
		cursor: pageCursor,
	}),
	reply: z.object({
		success,
		deals: z.array(
			z.extend(deal, { item, other: z.object({ id: z.int(), userName: z.string() }) }),
		),
		nextCursor: z.nullable(z.string()),
	}),
});

export const getQueue = endpoint({
	method: 'GET',
	path: '/item/:id/queue',
	summary: 'Lists who waits for the item, the first first; for its seller only.',
	auth: 'user',
	params: byId,
	reply: z.object({ success, queue: z.array(queueEntry) }),
});

export const getHandoverCalendar = endpoint({
	method: 'GET',
	path: '/deals/:itemId/:buyerId/handover.ics',
	summary:
		'Returns the hand-over that was agreed last as a calendar file, which cancels the entry once it ended without being done.',
	auth: 'user',
	params: dealParams,
	download: { type: 'text/calendar', name: 'handover.ics' },
	reply: z.string(),
});

export const markSold = endpoint({
	method: 'PATCH',
	path: '/item/mark-as-sold/:id',
	summary:
		'Marks an item as sold, to a buyer who has written or somebody else; only an administrator can reverse this.',
	auth: 'user',
	params: byId,
	body: z.object(saleFields),
	reply: changedItemReply,
});

export const listReviews = endpoint({
	method: 'GET',
	path: '/people/:id/reviews',
	summary: 'Lists a person’s published reviews, newest first; nextCursor leads to the next page.',
	auth: 'none',
	params: byId,
	query: z.object({ limit: pageSize(DEAL_LIMITS.pageDefault), cursor: pageCursor }),
	reply: z.object({
		success,
		/** One decimal; null below `DEAL_LIMITS.ratedFrom` published reviews. */
		average: z.nullable(z.number()),
		count: z.int(),
		reviews: z.array(personReview),
		nextCursor: z.nullable(z.string()),
	}),
});
