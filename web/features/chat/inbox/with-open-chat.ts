import type { ChatSummary } from '#contract/chat/conversations.ts';
import type { ChatRole } from '#contract/chat/facts.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';

/** A row of the list of chats. */
export interface ListedChat extends Omit<ChatSummary, 'lastMessage'> {
	/** Null in an open chat without messages. */
	lastMessage: ChatSummary['lastMessage'] | null;
}

/**
 * All chats of one side. An open chat that is not listed comes first: the server lists a chat only after its first
 * message.
 */
export function withOpenChat(
	chats: readonly ChatSummary[],
	openChat: KnownChat | undefined,
	role: ChatRole,
): readonly ListedChat[] {
	const isListed = chats.some(({ roomId }) => roomId === openChat?.roomId);
	if (!openChat || openChat.role !== role || isListed) return chats;
	const { roomId, item, other, isBlocked } = openChat;
	return [{ roomId, role, item, other, isBlocked, lastMessage: null, unread: 0 }, ...chats];
}
