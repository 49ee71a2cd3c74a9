import { queryOptions } from '@tanstack/react-query';
import { countItemChats } from '#contract/chat/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** How many buyers have written about the user's item, and how many of these chats are unread. */
export function buyerCountQuery(itemId: number) {
	return queryOptions({
		// Begins with the key of `buyersQuery`, in which the id is a text.
		queryKey: ['chats', 'buyers', String(itemId), 'count'],
		queryFn: ({ signal }) => call(countItemChats, { params: { itemId }, signal }),
		staleTime: 0,
	});
}
