import type { Socket } from 'node:net';
import type { RealtimeIo } from './socket-types.ts';

/** The server's end of a connection, as Engine.IO has it inside. */
interface EngineSocket {
	/** Hands on what the end has been given to send, unless what it handed on before is still on its way. */
	flush: () => void;
}

/**
 * What a connection is told in one breath goes out in one piece: each write by itself costs the server and the phone more
 * than what it says. Nothing waits for longer than the work that is being done.
 */
export function batchWrites(io: RealtimeIo): void {
	/** Of those that began as websockets; who began by polling has had a request for each piece anyway. */
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
