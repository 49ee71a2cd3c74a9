import type { BrowserContext, WebSocketRoute } from 'playwright-core';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';

const LIVE = /\/socket\.io\//;

/** Lets a test cut the realtime connections that a browser's pages open from here on, and restore them. */
export async function holdLine(context: BrowserContext) {
	let isCut = false;
	let tries = 0;
	await context.route(LIVE, (route) => (isCut ? route.abort() : route.fallback()));
	await context.routeWebSocket(LIVE, (socket) => {
		tries += 1;
		// An invalid packet is an immediate error; a closed socket would be waited for.
		if (isCut) socket.send('?');
		else socket.connectToServer();
	});
	return {
		cut: () => {
			isCut = true;
		},
		mend: () => {
			isCut = false;
		},
		/** How often pages have tried to connect. */
		tries: () => tries,
	};
}

/** A packet of the protocol: Engine.IO's 'message', Socket.IO's type, and the payload. */
type Say = (packet: string) => void;

const OPENING = {
	sid: 'x',
	upgrades: [],
	pingInterval: 60_000,
	pingTimeout: 60_000,
	maxPayload: 1e6,
};

/**
 * Answers in place of the server each packet that pages send by WebSocket.
 * @param answer called with the packet as text: `40` and the authentication data, `42` and an event
 */
export async function playServer(
	context: BrowserContext,
	answer: (packet: string, say: Say) => void,
): Promise<void> {
	await context.routeWebSocket(LIVE, (socket: WebSocketRoute) => {
		const say: Say = (packet) => socket.send(packet);
		say(`0${JSON.stringify(OPENING)}`);
		socket.onMessage((packet) => answer(String(packet), say));
	});
}

/**
 * Forwards to the server, but rejects the first event of one name as the server would.
 * @returns how often pages have tried to send it
 */
export async function refuseFirst(context: BrowserContext, event: string, message: string) {
	/** The id of the acknowledgement, if one is requested, stands before the name. */
	const packetOf = new RegExp(`^42(\\d*)\\["${event}"`);
	let tries = 0;
	await context.routeWebSocket(LIVE, (socket) => {
		const server = socket.connectToServer();
		socket.onMessage((packet) => {
			const [, number] = packetOf.exec(String(packet)) ?? [];
			if (number !== undefined) tries += 1;
			if (number === undefined || tries > 1) return server.send(packet);
			if (number) socket.send(`43${number}${JSON.stringify([{ success: false, message }])}`);
			socket.send(`42${JSON.stringify([CHAT_EVENTS.errorMessage, message])}`);
		});
	});
	return { tries: () => tries };
}
