import * as z from 'zod/mini';
import { ADMIN_EVENTS, adminEvent } from '#contract/admin/events.ts';
import {
	autoConnected,
	chatChanged,
	joinedRoom,
	joinRoom,
	positionUpdate,
	presence,
	receipt,
	receivedMessage,
	sendMessage,
	typing,
	typingUpdate,
} from '#contract/chat/events.ts';
import { CHAT_EVENTS, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { dealChanged } from '#contract/deals/events.ts';
import { itemChanged, watchItems } from '#contract/items/watching.ts';
import { maintenanceErrorReply } from '#contract/maintenance/schemas.ts';
import { type FakeSocket, interceptSockets } from './fake-websocket.ts';

/** The events of pages, with the schema of their data. */
const CLIENT_EVENTS = {
	[CHAT_EVENTS.joinRoom]: joinRoom,
	[CHAT_EVENTS.sendMessage]: sendMessage,
	[REALTIME_EVENTS.typing]: typing,
	[REALTIME_EVENTS.markRead]: positionUpdate,
	[REALTIME_EVENTS.markDelivered]: positionUpdate,
	[REALTIME_EVENTS.watchItems]: watchItems,
};

/** The events of the server, with the schema of their data. */
const SERVER_EVENTS = {
	[CHAT_EVENTS.roomJoined]: joinedRoom,
	[CHAT_EVENTS.roomSwitched]: joinedRoom,
	[CHAT_EVENTS.receiveMessage]: receivedMessage,
	[CHAT_EVENTS.autoConnected]: autoConnected,
	[CHAT_EVENTS.error]: z.unknown(),
	[REALTIME_EVENTS.typing]: typingUpdate,
	[REALTIME_EVENTS.receipt]: receipt,
	[REALTIME_EVENTS.presence]: presence,
	[REALTIME_EVENTS.chatChanged]: chatChanged,
	[REALTIME_EVENTS.notificationsChanged]: z.unknown(),
	[REALTIME_EVENTS.dealChanged]: dealChanged,
	[REALTIME_EVENTS.itemChanged]: itemChanged,
	[REALTIME_EVENTS.marketClosed]: maintenanceErrorReply,
	[ADMIN_EVENTS.changed]: adminEvent,
	[ADMIN_EVENTS.ended]: z.string(),
};

type ClientEvent = keyof typeof CLIENT_EVENTS;
type ServerEvent = keyof typeof SERVER_EVENTS;
type SentData<E extends ClientEvent> = z.input<(typeof CLIENT_EVENTS)[E]>;
/** @returns the acknowledgement; undefined for none */
type Handler<E extends ClientEvent> = (data: SentData<E>) => object | undefined;

/**
 * A Socket.IO packet inside an Engine.IO message (4): its type, namespace, acknowledgement id and JSON. The types are 0
 * for connecting, 2 for an event, 3 for an acknowledgement and 4 for a refused connection.
 */
const PACKET = /^4(?<type>\d)(?:(?<namespace>\/[^,]+),?)?(?<ackId>\d*)(?<json>.*)$/s;

/** Each open connection with its namespace. */
const sockets = new Map<FakeSocket, string>();
/** Resolved when a page has connected. */
let connection = Promise.withResolvers<void>();
const handlers = new Map<string, Handler<never>>();
const refusedEvents = new Map<string, DeclaredError>();
let sentEvents: { event: string; data: unknown }[] = [];
let faults: string[] = [];
let isConnectable = true;
let refusal: DeclaredError | undefined;
let attemptCount = 0;

/** Answers the realtime client in place of the server. Connections are accepted unless the test says otherwise. */
export const fakeRealtime = {
	/** From now on calls `handler` with the data of each event of this name; its result is sent as the acknowledgement. */
	on<E extends ClientEvent>(event: E, handler: Handler<E>): void {
		handlers.set(event, handler);
	},

	/** Sends an event to the page, once it is connected. */
	async emit<E extends ServerEvent>(
		event: E,
		data: z.input<(typeof SERVER_EVENTS)[E]>,
	): Promise<void> {
		z.parse(SERVER_EVENTS[event], data);
		await sendEvent(event, data);
	},

	/** Sends an error event to the page, once it is connected. */
	emitError: ({ code, message }: DeclaredError) =>
		sendEvent(CHAT_EVENTS.errorMessage, message, code),

	/** Refuses the next event of this name, as the server does: in its acknowledgement, and with an error event. */
	refuseNext(event: ClientEvent, error: DeclaredError): void {
		refusedEvents.set(event, error);
	},

	/** The data of all events of this name that pages have sent. */
	sent<E extends ClientEvent>(event: E): readonly SentData<E>[] {
		return sentEvents.filter((sent) => sent.event === event).map(({ data }) => data as SentData<E>);
	},

	/** Refuses new connections until `acceptConnections`. */
	refuseConnections(error: DeclaredError): void {
		refusal = error;
	},

	/** Accepts new connections again. */
	acceptConnections(): void {
		refusal = undefined;
	},

	/** From now on refuses every event of this name, as the server does: in its acknowledgement, and with an error event. */
	refuse(event: ClientEvent, error: DeclaredError): void {
		handlers.set(event, () => {
			void fakeRealtime.emitError(error);
			return { success: false, ...error };
		});
	},

	/** Breaks all connections, and lets none be opened until `reconnect`. */
	disconnect(): void {
		isConnectable = false;
		for (const socket of sockets.keys()) socket.break();
		closeAll();
	},

	/** Lets connections be opened again; pages retry by themselves. */
	reconnect(): void {
		isConnectable = true;
	},

	/** How often pages have tried to connect. */
	countAttempts: () => attemptCount,

	/** The id that the newest connection got. */
	lastSocketId: () => `${attemptCount}`,

	/** The violations of the contract so far. */
	faults: (): readonly string[] => faults,

	/** Resets all state for the next test. */
	reset(): void {
		closeAll();
		handlers.clear();
		refusedEvents.clear();
		sentEvents = [];
		faults = [];
		isConnectable = true;
		refusal = undefined;
		attemptCount = 0;
	},
};

interceptSockets({
	onOpen() {
		attemptCount += 1;
		return isConnectable;
	},
	onPacket(socket, text) {
		const { type, namespace = '', ackId = '', json = '' } = PACKET.exec(text)?.groups ?? {};
		if (type === '0') accept(socket, namespace);
		if (type === '2') handleEvent(socket, ackId, JSON.parse(json));
	},
	onClose: (socket) => void sockets.delete(socket),
});

function accept(socket: FakeSocket, namespace: string): void {
	if (refusal !== undefined) {
		const { code, message } = refusal;
		socket.deliver(packet('4', namespace, '', { message, data: { code } }));
		return;
	}
	socket.deliver(packet('0', namespace, '', { sid: String(attemptCount) }));
	sockets.set(socket, namespace);
	connection.resolve();
}

async function sendEvent(event: string, ...data: unknown[]): Promise<void> {
	await connection.promise;
	for (const [socket, namespace] of sockets)
		socket.deliver(packet('2', namespace, '', [event, ...data]));
}

function closeAll(): void {
	sockets.clear();
	connection = Promise.withResolvers();
}

function handleEvent(socket: FakeSocket, ackId: string, [event, data]: [string, unknown]): void {
	const schema = CLIENT_EVENTS[event as ClientEvent];
	const { error } = schema ? z.safeParse(schema, data) : { error: new Error('unknown event') };
	if (error) faults.push(`The event ${event} is not as in the contract: ${error.message}`);
	sentEvents.push({ event, data });
	const refused = refusedEvents.get(event);
	refusedEvents.delete(event);
	const acknowledgement = refused
		? { success: false, ...refused }
		: handlers.get(event)?.(data as never);
	const namespace = sockets.get(socket) ?? '';
	if (ackId && acknowledgement) socket.deliver(packet('3', namespace, ackId, [acknowledgement]));
	if (refused) void fakeRealtime.emitError(refused);
}

function packet(type: string, namespace: string, ackId: string, content: unknown): string {
	return `4${type}${namespace && `${namespace},`}${ackId}${JSON.stringify(content)}`;
}
