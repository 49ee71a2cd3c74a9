import type { IncomingMessage } from 'node:http';

/** By then a phone on a full line has the answer; a sender who never stops is not let go on for the sake of it. */
const LINGER_LIMITS = { ms: 5000, maxBytes: 32 * 1024 * 1024 };

/**
 * To do before an answer that comes while its request is still being sent: where it is the last of its connection, our side
 * ends with it, and theirs when they have read it, or a little later. What comes meanwhile is thrown away (RFC 9112 §9.6; nginx
 * calls it a lingering close). A connection that is closed while something comes is reset, and its sender may lose the answer.
 */
export function lingerOnClose({ socket }: IncomingMessage, limits = LINGER_LIMITS): void {
	// Node calls it on a connection's last answer.
	socket.destroySoon = () => {
		let size = 0;
		// A request that follows is none any more: its answer would reach nobody.
		socket.removeAllListeners('data');
		socket.on('data', ({ length }) => {
			size += length;
			if (size > limits.maxBytes) socket.destroy();
		});
		const timer = setTimeout(() => socket.destroy(), limits.ms);
		socket.once('close', () => clearTimeout(timer));
		socket.end();
	};
}
