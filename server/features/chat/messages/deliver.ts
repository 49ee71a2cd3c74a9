import type { ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import { chatChannel } from '#server/features/chat/rooms/channels.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import type { StoredMessage } from './save.ts';

/**
 * Sends a message to the sockets that have the chat open; a message hidden by a block only to those of one side.
 * @param presentTo renders the message for one of the two users
 */
export function deliver(
	{ io }: Pick<RealtimeServer, 'io'>,
	message: StoredMessage,
	presentTo: (userId: number) => ReceivedMessage,
): void {
	const { senderId, receiverId, photos, isHiddenFromRecipient, isHiddenFromSender } = message;
	const room = io.in(chatChannel(formatRoomId(message.room)));
	// Photo URLs are signed for one reader, so a message with photos is rendered for each side.
	if (photos.length === 0 && !isHiddenFromRecipient && !isHiddenFromSender) {
		room.emit(CHAT_EVENTS.receiveMessage, presentTo(receiverId));
		return;
	}
	if (!isHiddenFromSender)
		room.except(userRoom(receiverId)).emit(CHAT_EVENTS.receiveMessage, presentTo(senderId));
	if (isHiddenFromRecipient) return;
	room.except(userRoom(senderId)).emit(CHAT_EVENTS.receiveMessage, presentTo(receiverId));
}

/**
 * A message as sent in the `receive-message` event.
 * @param photos of the message, signed for its reader
 */
export function presentReceived(
	{ room, clientId, ...message }: StoredMessage,
	photos: readonly ChatPhoto[] = [],
): ReceivedMessage {
	return { ...presentMessage(message, photos), roomId: formatRoomId(room), clientId };
}
