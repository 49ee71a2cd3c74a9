import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getItemChats, listChats } from '#contract/chat/endpoints.ts';
import type { ChatRole } from '#contract/chat/facts.ts';
import { readLastUnsent } from '#web/features/chat/engine/outbox.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * The user's chats on one side, the newest message first, page by page. Cached pages are shown while they are
 * refetched.
 */
export function chatsQuery(role: ChatRole) {
	return infiniteQueryOptions({
		queryKey: ['chats', 'list', role],
		queryFn: ({ pageParam, signal }) =>
			call(listChats, { query: { role, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		staleTime: 0,
	});
}

/**
 * The buyers who wrote about an item of the user.
 * @param itemId as in the address
 */
export function buyersQuery(itemId: string) {
	return queryOptions({
		queryKey: ['chats', 'buyers', itemId],
		queryFn: ({ signal }) => call(getItemChats, { params: { itemId }, signal }),
		staleTime: 0,
	});
}

/** The user's last unsent message in each chat, by room id, from this browser's storage. */
export function unsentQuery(userId: number) {
	return queryOptions({
		queryKey: ['unsent', userId],
		queryFn: () => readLastUnsent(userId),
		staleTime: 0,
	});
}
