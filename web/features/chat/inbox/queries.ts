import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getItemChats, listChats } from '#contract/chat/conversations.ts';
import type { ChatRole } from '#contract/chat/facts.ts';
import { readLastUnsent } from '#web/features/chat/engine/outbox.ts';
import { call } from '#web/lib/api/api.ts';
import { chatKeys } from './chat-keys.ts';

/** My chats on one side, the newest message first, page by page. Old news are shown while newer ones are asked for. */
export function chatsQuery(role: ChatRole) {
	return infiniteQueryOptions({
		queryKey: chatKeys.list(role),
		queryFn: ({ pageParam, signal }) =>
			call(listChats, { query: { role, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
		staleTime: 0,
	});
}

/** @param itemId as it stands in the address */
export function buyersQuery(itemId: string) {
	return queryOptions({
		queryKey: chatKeys.buyers(itemId),
		queryFn: ({ signal }) => call(getItemChats, { params: { itemId }, signal }),
		staleTime: 0,
	});
}

/** What this browser keeps of one's words that are not sent yet: the last of each chat, by room. */
export function unsentQuery(userId: number) {
	return queryOptions({
		queryKey: chatKeys.unsent(userId),
		queryFn: () => readLastUnsent(userId),
		staleTime: 0,
	});
}
