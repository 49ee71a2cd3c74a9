/** The sockets of both sides that have a chat open. */
export const chatChannel = (roomId: string) => `chat:${roomId}`;
/** Who has a room with this person open. */
export const partnerChannel = (userId: number) => `partner:${userId}`;
/** Those of them who may know whether this person is here. */
export const presenceChannel = (userId: number) => `watch:${userId}`;

/** Whether a socket is in a room because of the chat it has open; it has one at a time. */
export function isChatChannel(name: string): boolean {
	return /^(chat|item|partner|watch):/.test(name);
}

/** The id of the room that a socket has joined, if any. */
export function findJoinedRoomId({ rooms }: { rooms: Iterable<string> }): string | undefined {
	const prefix = chatChannel('');
	for (const name of rooms) if (name.startsWith(prefix)) return name.slice(prefix.length);
	return undefined;
}
