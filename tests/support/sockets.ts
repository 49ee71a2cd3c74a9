import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { onTestFinished, vi } from 'vitest';
import type { Acknowledgement, JoinedRoom, ReceivedMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';

type Options = Partial<ManagerOptions & SocketOptions>;
type Reply = Acknowledgement | { success: true };

/** A realtime connection that records every event it receives. */
export interface TestConnection {
	socket: Socket;
	/** The payloads received under this name so far. */
	received: <T = unknown>(event: string) => T[];
	/** Waits for the first event of this name, or the `count`th. @returns its payload */
	waitFor: <T = unknown>(event: string, count?: number) => Promise<T>;
	/** Sends an event and waits for the acknowledgement. */
	request: (event: string, payload: unknown) => Promise<Reply>;
	/** Waits until everything that the server sent before now has arrived. */
	waitForPending: () => Promise<void>;
	/** Resolves with the reason when the connection ends. */
	disconnected: Promise<string>;
}

const WAIT = { timeout: 20_000, interval: 5 };

/** A connection that ends with the test; it may still be refused. */
export function openSocket(address: string, token: unknown, options: Options = {}): Socket {
	const auth = token === undefined ? {} : { token };
	const fixed = { auth, forceNew: true, transports: ['websocket'], reconnection: false };
	const socket = io(address, { ...fixed, ...options });
	onTestFinished(() => void socket.close());
	return socket;
}

/** The same, which records every event. */
function openConnection(address: string, token: unknown, options?: Options): TestConnection {
	const socket = openSocket(address, token, options);
	const events: [event: string, payload: unknown][] = [];
	socket.onAny((event, payload) => void events.push([event, payload]));
	const disconnected = new Promise<string>((resolve) => void socket.on('disconnect', resolve));

	const received = <T>(name: string) =>
		events.filter(([event]) => event === name).map(([, payload]) => payload as T);
	async function waitFor<T>(name: string, count = 1): Promise<T> {
		await vi.waitUntil(() => received(name).length >= count, WAIT);
		return received(name)[count - 1] as T;
	}
	const request = (event: string, payload: unknown): Promise<Reply> =>
		socket.timeout(WAIT.timeout).emitWithAck(event, payload);
	// The event is invalid and changes nothing; its acknowledgement arrives after everything sent before.
	const waitForPending = async () => void (await request(REALTIME_EVENTS.typing, null));
	return { socket, received, waitFor, request, waitForPending, disconnected };
}

/**
 * Realtime connections to the running app.
 * @param namespace the namespace of the realtime server; the default one if empty
 */
export async function openSockets({ app }: { app: FastifyInstance }, namespace = '') {
	if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	const address = `http://127.0.0.1:${port}${namespace}`;

	async function connect(user: { token: string }, options?: Options): Promise<TestConnection> {
		const connection = openConnection(address, user.token, options);
		await new Promise<void>((resolve, reject) => {
			connection.socket.on('connect', resolve);
			connection.socket.on('connect_error', reject);
		});
		return connection;
	}

	/** Tries to connect. @returns the reason why the connection was refused */
	function rejectionReason(token: unknown, options?: Options): Promise<string> {
		const { socket } = openConnection(address, token, options);
		return new Promise((resolve) => {
			socket.on('connect_error', ({ message }) => resolve(message));
			socket.on('connect', () => resolve('It was let in.'));
		});
	}

	/** A connection that has joined a room, as the buyer or the seller. */
	async function connectToRoom(
		user: { id: number; token: string },
		room: Room,
	): Promise<TestConnection> {
		const connection = await connect(user);
		await joinRoomAs(connection, user, room);
		return connection;
	}

	return { address, connect, rejectionReason, connectToRoom };
}

/** Joins a room as its buyer or seller. @returns what the server sent about the room */
export async function joinRoomAs(
	connection: TestConnection,
	user: { id: number },
	room: Room,
): Promise<JoinedRoom> {
	const isBuyer = user.id === room.buyerId;
	const joinRequest = isBuyer
		? { itemId: room.itemId, userType: 'buyer' }
		: { itemId: room.itemId, userType: 'seller', buyerId: room.buyerId };
	const acknowledgement = await connection.request(CHAT_EVENTS.joinRoom, joinRequest);
	if (!acknowledgement.success) throw new Error(acknowledgement.message);
	return [
		...connection.received<JoinedRoom>(CHAT_EVENTS.roomJoined),
		...connection.received<JoinedRoom>(CHAT_EVENTS.roomSwitched),
	].findLast(({ roomId }) => roomId === formatRoomId(room)) as JoinedRoom;
}

/** Sends a message to a room and waits until it is acknowledged or rejected. */
export function sendMessage(
	connection: TestConnection,
	room: Room,
	message: unknown,
	more: object = {},
): Promise<Reply> {
	return connection.request(CHAT_EVENTS.sendMessage, {
		roomId: formatRoomId(room),
		message,
		...more,
	});
}

/** The texts that a connection has received, in order. */
export const receivedTexts = (connection: TestConnection) =>
	connection.received<ReceivedMessage>(CHAT_EVENTS.receiveMessage).map(({ message }) => message);
