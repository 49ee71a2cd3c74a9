import type { CallOf } from '#contract/core/endpoint.ts';
import type * as blocks from './blocks.ts';
import type * as conversations from './conversations.ts';

/** Counts the buyers who wrote about an item, without loading the chat schemas into the page. */
export const COUNT_ITEM_CHATS: CallOf<typeof conversations.countItemChats> = {
	method: 'GET',
	path: '/chat/item-chats/:itemId/count',
	auth: 'user',
};

/** The users one has blocked: an item page reads it, as one cannot write to a blocked seller. */
export const LIST_BLOCKED: CallOf<typeof blocks.listBlocked> = {
	method: 'GET',
	path: '/account/blocked',
	auth: 'user',
};
