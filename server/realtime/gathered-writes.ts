import type { Socket } from 'node:net';
import type { LiveIo } from './live-socket.ts';

/**
 * What a connection is told in one breath goes out in one piece: each write by itself costs the server and the phone more
 * than what it says. Nothing waits for longer than the work that is being done.
 */
export function gatherWrites(io: LiveIo): void {
	/** Of those that began as websockets; who began by polling has had a request for each piece anyway. */
	const lines = new WeakMap<object, Socket>();
	let gathering: Socket[] = [];

	function send(): void {
		const gathered = gathering;
		gathering = [];
		for (const line of gathered) line.uncork();
	}

	io.engine.on('connection', (end) => {
		if (end.transport.name === 'websocket') lines.set(end, end.request.socket);
	});
	io.engine.on('flush', (end: object) => {
		const line = lines.get(end);
		if (!line || line.writableCorked > 0) return;
		line.cork();
		if (gathering.push(line) === 1) process.nextTick(send);
	});
}
