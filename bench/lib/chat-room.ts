import { io, type Socket } from 'socket.io-client';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { type DeclaredError, REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { Member, Pair } from './chat-pairs.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
const RETRY_MS = 200;

/** One person's connection to a room. */
export interface RoomMember {
	socket: Socket;
	roomId: string;
	userId: number;
}

/** Connects one of a pair by the Socket.IO client that the pages use, and joins their room. */
export async function joinRoom(
	address: string,
	{ room }: Pair,
	{ id: userId, token }: Member,
): Promise<RoomMember> {
	const socket = io(address, { auth: { token }, forceNew: true, transports: ['websocket'] });
	// A busy server refuses connections for a moment; pages try again, too.
	socket.on('connect_error', ({ data }: Error & { data?: Partial<DeclaredError> }) => {
		if (data?.code === REQUEST_ERRORS.unavailable.code)
			setTimeout(() => socket.connect(), RETRY_MS);
	});
	const userType = userId === room.buyerId ? 'buyer' : 'seller';
	const acknowledgement = await socket
		.timeout(RESPONSE_TIMEOUT_MS)
		.emitWithAck(CHAT_EVENTS.joinRoom, { ...room, userType });
	if (!acknowledgement.success) throw new Error(acknowledgement.message);
	return { socket, roomId: formatRoomId(room), userId };
}

/** Connects both people of a pair and joins their room. */
export function joinBoth(address: string, pair: Pair): Promise<RoomMember[]> {
	return Promise.all(pair.members.map((member) => joinRoom(address, pair, member)));
}
