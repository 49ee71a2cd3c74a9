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
 * Combines the details of a chat with its row in the list of chats.
 * @param chat the answer of the server; undefined until it has arrived
 * @param listed the row; used alone until the server has answered
 * @returns undefined while the room or the other person is unknown
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
