import type { QueryClient } from '@tanstack/react-query';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { CHAT_ROLES } from '#contract/chat/facts.ts';
import { chatsQuery } from './queries.ts';

/**
 * The row of a chat in the cached lists.
 * @param first together with `second`: the ids in the address of a chat, of an item and a person in either order. Items
 * and users take their ids from one sequence, so no id belongs to both an item and a user.
 */
export function findListedChat(
	client: QueryClient,
	first: string,
	second: string,
): ChatSummary | undefined {
	const ids = [Number(first), Number(second)];
	return CHAT_ROLES.flatMap((role) => client.getQueryData(chatsQuery(role).queryKey)?.pages ?? [])
		.flatMap(({ chats }) => chats)
		.find(({ item, other }) => ids.includes(item.id) && ids.includes(other.id));
}
