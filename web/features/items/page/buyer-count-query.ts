import { queryOptions } from '@tanstack/react-query';
import { COUNT_ITEM_CHATS } from '#contract/chat/calls.ts';
import { chatKeys } from '#web/features/chat/inbox/chat-keys.ts';
import { call } from '#web/lib/api/api.ts';

/** How many buyers have written about the user's item, and how many of these chats are unread. */
export function buyerCountQuery(itemId: number) {
	return queryOptions({
		queryKey: [...chatKeys.buyers(String(itemId)), 'count'],
		queryFn: ({ signal }) => call(COUNT_ITEM_CHATS, { params: { itemId }, signal }),
		staleTime: 0,
	});
}
