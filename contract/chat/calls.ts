import type { CallOf } from '#contract/core/endpoint.ts';
import type * as conversations from './conversations.ts';

/** Counts the buyers who wrote about an item, without loading the chat schemas into the page. */
export const COUNT_ITEM_CHATS: CallOf<typeof conversations.countItemChats> = {
	method: 'GET',
	path: '/chat/item-chats/:itemId/count',
	auth: 'user',
};
