import { queryOptions } from '@tanstack/react-query';
import { getChat, getConversation } from '#contract/chat/endpoints.ts';
import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import type { Room } from '#contract/chat/room-id.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * The chat about an item with a person.
 * @param first together with `second`: the ids of an item and a person in either order, as in the address
 */
export function openChatQuery(first: string, second: string) {
	return queryOptions({
		queryKey: ['chat', 'open', first, second],
		queryFn: async ({ signal }) =>
			(await call(getChat, { params: { first, second }, signal })).chat,
	});
}

/** Higher than every message id. */
const ABOVE_ALL_MESSAGE_IDS = 999_999_999_999_999;

/** The newest page of a closed chat, which cannot be joined. */
export function fetchNewestMessages(room: Room): Promise<ChatMessage[]> {
	return fetchOlderMessages(room, ABOVE_ALL_MESSAGE_IDS);
}

/** The page of messages directly before the message id `before`, oldest first. */
export function fetchOlderMessages(room: Room, before: number): Promise<ChatMessage[]> {
	return call(getConversation, {
		params: { ...room },
		query: { before: String(before), limit: String(CHAT_LIMITS.historyPage) },
	});
}
