import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** Whose connection it is, as their token said. */
export interface ConnectedPerson {
	id: number;
	sessionId: string;
	/** Of the token: a person's newer sessions have a higher one. */
	version: number;
}

interface SocketData {
	person: ConnectedPerson;
}

export type RealtimeIo = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type RealtimeSocket = Socket<
	DefaultEventsMap,
	DefaultEventsMap,
	DefaultEventsMap,
	SocketData
>;

/** All connections of a person. */
export const userRoom = (userId: number) => `user:${userId}`;
/** Those that have any chat about an item open. */
export const itemRoom = (itemId: number) => `item:${itemId}`;
/** How many connections a person has to this instance. */
export const countConnections = (io: RealtimeIo, userId: number) =>
	io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;
/** All connections of one session: the tabs of a browser. */
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
