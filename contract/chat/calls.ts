import type { CallOf } from '#contract/core/endpoint.ts';
import type * as blocks from './blocks.ts';
import type * as conversations from './conversations.ts';

/** Counts the buyers who wrote about an item, without loading the chat schemas into the page. */
export const COUNT_ITEM_CHATS: CallOf<typeof conversations.countItemChats> = {
	method: 'GET',
	path: '/chat/item-chats/:itemId/count',
	auth: 'user',
};

/** Whether the seller is among them decides what a buyer can do. */
export const LIST_BLOCKED: CallOf<typeof blocks.listBlocked> = {
	method: 'GET',
	path: '/account/blocked',
	auth: 'user',
};
