import type { Socket } from 'node:net';
import type { RealtimeIo } from './socket-types.ts';

/** Engine.IO's socket, with the internals used here. */
interface EngineSocket {
	/** Writes the buffered packets, unless an earlier write is still in progress. */
	flush: () => void;
}

/**
 * Writes all packets of one tick together: each separate write costs the server and the phone more than its content.
 * Adds no delay beyond the current tick.
 */
export function batchWrites(io: RealtimeIo): void {
	/**
	 * TCP sockets of connections that started as WebSocket. Connections that started by polling get each packet in a
	 * request of its own anyway.
	 */
	const sockets = new WeakMap<EngineSocket, Socket>();
	const pending = new Set<EngineSocket>();
	let flush: EngineSocket['flush'];

	function flushSoon(this: EngineSocket): void {
		if (pending.size === 0) process.nextTick(flushAll);
		pending.add(this);
	}

	function flushAll(): void {
		const engineSockets = [...pending];
		pending.clear();
		for (const engineSocket of engineSockets) {
			const socket = sockets.get(engineSocket);
			socket?.cork();
			flush.call(engineSocket);
			socket?.uncork();
		}
	}

	io.engine.on('connection', (connected) => {
		const engineSocket = connected as unknown as EngineSocket;
		flush ??= engineSocket.flush;
		if (connected.transport.name === 'websocket')
			sockets.set(engineSocket, connected.request.socket);
		engineSocket.flush = flushSoon;
	});
}
