import type { BrowserContext } from 'playwright-core';

const SOCKET_URL = /\/socket\.io\//;

/** Lets a test refuse new realtime connections of a browser's pages, and accept them again. Open ones stay open. */
export async function controlRealtimeConnection(context: BrowserContext) {
	let isDisconnected = false;
	let attempts = 0;
	await context.route(SOCKET_URL, (route) => (isDisconnected ? route.abort() : route.fallback()));
	await context.routeWebSocket(SOCKET_URL, (socket) => {
		attempts += 1;
		// An invalid packet makes the client fail at once. After a closed socket it would wait for a timeout.
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
		/** How often pages have tried to open a WebSocket. */
		countAttempts: () => attempts,
	};
}
