import type { QueryClient } from '@tanstack/react-query';
import { listChats } from '#contract/chat/endpoints.ts';
import { CHAT_ROLES } from '#contract/chat/facts.ts';
import { call } from '#web/lib/api/api.ts';
import { chatsQuery } from './queries.ts';

/**
 * Fetches the first page of both lists of chats (buying and selling), so that a list that was not opened before can be
 * read offline. The pages enter the query cache when the connection is lost, because online a list is loaded when it
 * is opened. They are private, so they stay in memory and are not stored on the device.
 * @throws TypeError when there is no connection; ApiError when the server refuses
 */
export async function cacheChatsForOffline(
	client: QueryClient,
	signal: AbortSignal,
): Promise<void> {
	const fetched = await Promise.all(
		CHAT_ROLES.map(async (role) => ({
			role,
			page: await call(listChats, { query: { role }, signal }),
		})),
	);
	if (!signal.aborted) window.addEventListener('offline', fillCache, { signal });

	function fillCache() {
		for (const { role, page } of fetched) {
			// With an infinite staleTime, a list that is already in the cache is not replaced.
			const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };
			const query = { ...chatsQuery(role), ...forever, queryFn: async () => page };
			void client.prefetchInfiniteQuery(query);
		}
	}
}
