import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { RealtimeIo } from './socket-types.ts';

/** What runs gets this long to finish, and a peer this long to close its side; the app must be gone within ten seconds. */
const FINISH_TIMEOUT_MS = 3000;
const DISCONNECT_TIMEOUT_MS = 1000;

/**
 * Closes the realtime server with its app. The lines break rather than being ended: a page that loses its line looks for
 * the market again by itself, one that is sent away does not.
 * @param finish takes nothing new, and waits for what runs
 */
export function closeWithApp(
	app: FastifyInstance,
	io: RealtimeIo,
	finish: () => Promise<unknown>,
): void {
	const sockets = new Set<Duplex>();
	app.server.on('upgrade', (_request, socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	const engineSockets = new Set<{ close: () => unknown }>();
	io.engine.on('connection', (engineSocket) => {
		engineSockets.add(engineSocket);
		engineSocket.once('close', () => engineSockets.delete(engineSocket));
	});
	let isClosing = false;
	io.engine.on('headers', (headers) => {
		if (isClosing) headers.connection = 'close';
	});
	app.addHook('preClose', async () => {
		isClosing = true;
		await Promise.race([finish(), setTimeout(FINISH_TIMEOUT_MS, undefined, { ref: false })]);
		// What is on its way, such as an acknowledgement, goes out first.
		for (const engineSocket of engineSockets) engineSocket.close();
		// The server waits for every line; a peer that has vanished would never close its side.
		void setTimeout(DISCONNECT_TIMEOUT_MS, undefined, { ref: false }).then(() => {
			io.engine.close();
			for (const socket of sockets) socket.destroy();
		});
	});
}
