import type { BrowserContext, WebSocketRoute } from 'playwright-core';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';

const SOCKET_URL = /\/socket\.io\//;

/** Lets a test cut the realtime connections that a browser's pages open from here on, and restore them. */
export async function controlRealtimeConnection(context: BrowserContext) {
	let isDisconnected = false;
	let countAttempts = 0;
	await context.route(SOCKET_URL, (route) => (isDisconnected ? route.abort() : route.fallback()));
	await context.routeWebSocket(SOCKET_URL, (socket) => {
		countAttempts += 1;
		// An invalid packet is an immediate error; a closed socket would be waited for.
		if (isDisconnected) socket.send('?');
		else socket.connectToServer();
	});
	return {
		disconnect: () => {
			isDisconnected = true;
		},
		reconnect: () => {
			isDisconnected = false;
		},
		/** How often pages have tried to connect. */
		countAttempts: () => countAttempts,
	};
}

/** A packet of the protocol: Engine.IO's 'message', Socket.IO's type, and the payload. */
type SendPacket = (packet: string) => void;

const HANDSHAKE = {
	sid: 'x',
	upgrades: [],
	pingInterval: 60_000,
	pingTimeout: 60_000,
	maxPayload: 1e6,
};

/**
 * Answers in place of the server each packet that pages send by WebSocket.
 * @param onPacket called with the packet as text: `40` and the authentication data, `42` and an event
 */
export async function fakeRealtimeServer(
	context: BrowserContext,
	onPacket: (packet: string, sendPacket: SendPacket) => void,
): Promise<void> {
	await context.routeWebSocket(SOCKET_URL, (socket: WebSocketRoute) => {
		const sendPacket: SendPacket = (packet) => socket.send(packet);
		sendPacket(`0${JSON.stringify(HANDSHAKE)}`);
		socket.onMessage((packet) => onPacket(String(packet), sendPacket));
	});
}

/**
 * Forwards to the server, but rejects the first event of one name as the server would.
 * @returns how often pages have tried to send it
 */
export async function rejectFirstEvent(context: BrowserContext, event: string, message: string) {
	/** The id of the acknowledgement, if one is requested, stands before the name. */
	const packetOf = new RegExp(`^42(\\d*)\\["${event}"`);
	let countAttempts = 0;
	await context.routeWebSocket(SOCKET_URL, (socket) => {
		const server = socket.connectToServer();
		socket.onMessage((packet) => {
			const [, ackId] = packetOf.exec(String(packet)) ?? [];
			if (ackId !== undefined) countAttempts += 1;
			if (ackId === undefined || countAttempts > 1) return server.send(packet);
			if (ackId) socket.send(`43${ackId}${JSON.stringify([{ success: false, message }])}`);
			socket.send(`42${JSON.stringify([CHAT_EVENTS.errorMessage, message])}`);
		});
	});
	return { countAttempts: () => countAttempts };
}
