import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { inject, onTestFinished } from 'vitest';
import type { JoinedRoom, ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { Person } from './people.ts';

/** Sends messages in a chat of the running app from another device, in order; resolves when all are stored. */
export async function sendMessagesAs(
	person: Person,
	room: Room,
	...messages: string[]
): Promise<void> {
	const socket = openSocket(person);
	try {
		await joinRoom(socket, person, room);
		const acknowledgements = messages.map((message) => {
			const payload = { roomId: formatRoomId(room), message, clientId: randomUUID() };
			return socket.emitWithAck(CHAT_EVENTS.sendMessage, payload);
		});
		for (const acknowledgement of await Promise.all(acknowledgements)) {
			if (!acknowledgement.success) throw new Error(acknowledgement.message);
		}
	} finally {
		socket.disconnect();
	}
}

/**
 * A chat client as others write it: it uses only the events and fields of its first version.
 * `texts` contains the messages it received.
 */
export async function openOldChatClient(person: Person, room: Room) {
	const socket = openSocket(person);
	onTestFinished(() => void socket.close());
	const texts: string[] = [];
	socket.on(CHAT_EVENTS.receiveMessage, ({ message }: ReceivedMessage) => texts.push(message));
	const { roomId, messages } = await joinRoom(socket, person, room);
	texts.unshift(...messages.map(({ message }) => message));

	async function send(message: string): Promise<void> {
		const timestamp = new Date().toISOString();
		const senderId = person.id;
		const payload = { roomId, message, senderId, userId: senderId, timestamp };
		const answer = await socket.emitWithAck(CHAT_EVENTS.sendMessage, payload);
		if (!answer.success) throw new Error(answer.message);
	}
	return { texts, send };
}

function openSocket({ token }: Person): Socket {
	const options = { auth: { token }, transports: ['websocket'], reconnection: false };
	return io(inject('marketAddress'), options);
}

function joinRoom(socket: Socket, { id }: Person, { itemId, buyerId }: Room): Promise<JoinedRoom> {
	const joined = new Promise<JoinedRoom>((resolve, reject) => {
		socket.once(CHAT_EVENTS.roomJoined, resolve);
		socket.once(CHAT_EVENTS.errorMessage, (message: string) => reject(new Error(message)));
		socket.once('connect_error', reject);
	});
	const userType = id === buyerId ? 'buyer' : 'seller';
	socket.emit(CHAT_EVENTS.joinRoom, { itemId, userType, buyerId });
	return joined;
}
