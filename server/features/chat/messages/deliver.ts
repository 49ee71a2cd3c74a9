import type { ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { presentMessage } from '#server/features/chat/present.ts';
import { chatChannel } from '#server/features/chat/rooms/channels.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { userRoom } from '#server/realtime/socket-types.ts';
import type { StoredMessage } from './save.ts';

/** Sends a message to the sockets that have the chat open; a withheld one only to those of its sender. */
export function deliver({ io }: Pick<RealtimeServer, 'io'>, message: StoredMessage): void {
	const received = presentReceived(message);
	const room = io.in(chatChannel(received.roomId));
	const readers = message.isHiddenFromRecipient ? room.except(userRoom(message.receiverId)) : room;
	readers.emit(CHAT_EVENTS.receiveMessage, received);
}

export function presentReceived({ room, clientId, ...message }: StoredMessage): ReceivedMessage {
	return { ...presentMessage(message), roomId: formatRoomId(room), clientId };
}
