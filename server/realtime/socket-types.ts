import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** The user of a connection, from the token. */
export interface ConnectedPerson {
	id: number;
	sessionId: string;
	/** The token version; newer sessions of a user have a higher one. */
	version: number;
}

interface SocketData {
	person: ConnectedPerson;
	/** The message up to which this connection has last marked a chat as read. */
	read?: { roomId: string; messageId: number };
}

export type RealtimeIo = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type RealtimeSocket = Socket<
	DefaultEventsMap,
	DefaultEventsMap,
	DefaultEventsMap,
	SocketData
>;

/** All connections of a user. */
export const userRoom = (userId: number) => `user:${userId}`;
/** The user whose room this is; undefined for any other room. */
export function userOfRoom(room: string): number | undefined {
	const [, id] = /^user:(\d+)$/.exec(room) ?? [];
	return id === undefined ? undefined : Number(id);
}
/** Connections that have a chat about the item open. */
export const itemRoom = (itemId: number) => `item:${itemId}`;
/** All connections of one session: the tabs of a browser. */
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
/** Number of a user's connections to this instance. */
export const countConnections = (io: RealtimeIo, userId: number) =>
	io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;
/** This instance's connections in a Socket.IO room. */
export const listLocalSockets = (io: RealtimeIo, room: string): RealtimeSocket[] =>
	[...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => io.sockets.sockets.get(id) ?? []);
