/** Socket.IO room of the sockets, of both sides, that have this chat open. */
export const chatChannel = (roomId: string) => `chat:${roomId}`;
/** Socket.IO room of the sockets that have a chat with this user open. */
export const partnerChannel = (userId: number) => `partner:${userId}`;
/** Socket.IO room of the sockets that have a chat with this user open and may see whether the user is online. */
export const presenceChannel = (userId: number) => `watch:${userId}`;

/**
 * Whether a Socket.IO room belongs to the chat that a socket has open: one of those above, or `itemRoom`
 * (server/realtime/socket-types.ts). A socket has one chat open at a time.
 */
export function isChatChannel(name: string): boolean {
	return /^(chat|item|partner|watch):/.test(name);
}

/** The id of the chat that a socket has open, if any. */
export function findJoinedRoomId({ rooms }: { rooms: Iterable<string> }): string | undefined {
	const prefix = chatChannel('');
	for (const name of rooms) if (name.startsWith(prefix)) return name.slice(prefix.length);
	return undefined;
}
