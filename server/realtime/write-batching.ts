import type { Socket } from 'node:net';
import type { LiveIo } from './socket-types.ts';

/** The server's end of a connection, as Engine.IO has it inside. */
interface End {
	/** Hands on what the end has been given to send, unless what it handed on before is still on its way. */
	flush: () => void;
}

/**
 * What a connection is told in one breath goes out in one piece: each write by itself costs the server and the phone more
 * than what it says. Nothing waits for longer than the work that is being done.
 */
export function gatherWrites(io: LiveIo): void {
	/** Of those that began as websockets; who began by polling has had a request for each piece anyway. */
	const lines = new WeakMap<End, Socket>();
	const waiting = new Set<End>();
	let flush: End['flush'];

	function flushSoon(this: End): void {
		if (waiting.size === 0) process.nextTick(flushAll);
		waiting.add(this);
	}

	function flushAll(): void {
		const ends = [...waiting];
		waiting.clear();
		for (const end of ends) {
			const line = lines.get(end);
			line?.cork();
			flush.call(end);
			line?.uncork();
		}
	}

	io.engine.on('connection', (connected) => {
		const end = connected as unknown as End;
		flush ??= end.flush;
		if (connected.transport.name === 'websocket') lines.set(end, connected.request.socket);
		end.flush = flushSoon;
	});
}
