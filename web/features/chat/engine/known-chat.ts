import type { ChatSummary } from '#contract/chat/conversations.ts';
import type { ChatDetails } from '#contract/chat/endpoints.ts';

/** A chat whose room and other person are known. */
export interface KnownChat extends ChatDetails {
	roomId: string;
	other: NonNullable<ChatDetails['other']>;
	/** From the list of chats; shown while the messages themselves are not available. */
	lastMessage?: ChatSummary['lastMessage'] | undefined;
}

/**
 * Combines what is known of a chat.
 * @param listed its row in the list of chats, shown until the server has answered
 */
export function toKnownChat(
	chat: ChatDetails | undefined,
	listed: ChatSummary | undefined,
): KnownChat | undefined {
	if (chat?.roomId && chat.other) {
		const { roomId, other } = chat;
		return { ...chat, roomId, other, lastMessage: listed?.lastMessage };
	}
	if (chat || !listed) return undefined;
	const { roomId, role, item, other, isBlocked, lastMessage } = listed;
	const readPositions = { readId: 0, deliveredId: 0 };
	return { roomId, role, item, other, isBlocked, closed: null, lastMessage, ...readPositions };
}
