import type { QueryClient } from '@tanstack/react-query';
import { listChats } from '#contract/chat/conversations.ts';
import { CHAT_ROLES } from '#contract/chat/facts.ts';
import { call } from '#web/lib/api/api.ts';
import { chatsQuery } from './queries.ts';

/**
 * Fetches the first page of both lists of chats, which is shown offline where a list was not opened before. It stays in memory
 * only: what a token opened is not stored on the device.
 * @throws TypeError when there is no connection
 */
export async function keepChats(client: QueryClient, over: AbortSignal): Promise<void> {
	const kept = await Promise.all(
		CHAT_ROLES.map(async (role) => ({
			role,
			page: await call(listChats, { query: { role }, signal: over }),
		})),
	);
	if (!over.aborted) window.addEventListener('offline', show, { signal: over });

	function show() {
		for (const { role, page } of kept) {
			// A list that was opened is left as it is.
			const lasting = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };
			const query = { ...chatsQuery(role), ...lasting, queryFn: async () => page };
			void client.prefetchInfiniteQuery(query);
		}
	}
}
