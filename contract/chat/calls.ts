import type { CallOf } from '#contract/core/endpoint.ts';
import type * as conversations from './conversations.ts';

/** How many have written about an item; its owner's page does without the schemas of chats. */
export const COUNT_ITEM_CHATS: CallOf<typeof conversations.countItemChats> = {
	method: 'GET',
	path: '/chat/item-chats/:itemId/count',
	auth: 'user',
};
