import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { RealtimeIo } from './socket-types.ts';

/** Time for running work to finish. The app must exit within ten seconds. */
const FINISH_TIMEOUT_MS = 3000;
/** Time for peers to close their side after that. */
const DISCONNECT_TIMEOUT_MS = 1000;

/**
 * Closes the realtime server with its app. Connections are closed at the transport, without a Socket.IO disconnect:
 * then pages reconnect by themselves, which they don't after a server disconnect.
 * @param finish stops accepting work and waits for running work
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
		// A client of long polling must not keep its HTTP connection open.
		if (isClosing) headers.connection = 'close';
	});
	// Closes the engine's WebSocket server, once no connection is left.
	app.server.once('close', () => io.engine.close());
	app.addHook('preClose', async () => {
		isClosing = true;
		await Promise.race([finish(), setTimeout(FINISH_TIMEOUT_MS, undefined, { ref: false })]);
		// Closing an engine socket flushes pending packets, such as acknowledgements, first.
		for (const engineSocket of engineSockets) engineSocket.close();
		// The HTTP server waits for every connection; a vanished peer would never close its side.
		void setTimeout(DISCONNECT_TIMEOUT_MS, undefined, { ref: false }).then(() => {
			// Drops the engine sockets that are still open, without flushing.
			io.engine.close();
			for (const socket of sockets) socket.destroy();
		});
	});
}
