import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { inject } from 'vitest';
import type { JoinedRoom } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { Person } from './people.ts';

/** Sends messages in a chat of the running app from another device, in order; resolves when all are stored. */
export async function sendMessagesAs(
	person: Person,
	room: Room,
	...messages: string[]
): Promise<void> {
	await withJoinedRoom(person, room, async (socket) => {
		const acknowledgements = messages.map((message) => {
			const payload = { roomId: formatRoomId(room), message, clientId: randomUUID() };
			return socket.emitWithAck(CHAT_EVENTS.sendMessage, payload);
		});
		for (const acknowledgement of await Promise.all(acknowledgements)) {
			if (!acknowledgement.success) throw new Error(acknowledgement.message);
		}
	});
}

async function withJoinedRoom(
	{ id, token }: Person,
	{ itemId, buyerId }: Room,
	act: (socket: Socket, joined: JoinedRoom) => Promise<void>,
): Promise<void> {
	const options = { auth: { token }, transports: ['websocket'], reconnection: false };
	const socket = io(inject('marketAddress'), options);
	try {
		const joined = new Promise<JoinedRoom>((resolve, reject) => {
			socket.once(CHAT_EVENTS.roomJoined, resolve);
			socket.once(CHAT_EVENTS.errorMessage, (message: string) => reject(new Error(message)));
			socket.once('connect_error', reject);
		});
		const userType = id === buyerId ? 'buyer' : 'seller';
		socket.emit(CHAT_EVENTS.joinRoom, { itemId, userType, buyerId });
		await act(socket, await joined);
	} finally {
		socket.disconnect();
	}
}
