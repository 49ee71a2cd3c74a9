import type { IncomingMessage } from 'node:http';

/**
 * Time enough for a phone on a saturated link to receive the response; a client that never stops sending is cut off at
 * the byte limit.
 */
const LINGER_LIMITS = { ms: 5000, maxBytes: 32 * 1024 * 1024 };

/**
 * Call before responding to a request that is still being received. If the response is the last of its connection, the
 * server ends its sending side after it and drops what it still receives. The socket is destroyed when the client closes,
 * or at a limit (RFC 9112 §9.6, nginx's lingering close). Closing at once would reset the connection, and the client could lose the
 * response: people would not learn that a photo is too large.
 *
 * Replaces a method of the socket that Node's http calls and offers no hook for; lingering-close.test.ts fails when it calls
 * another one.
 */
export function lingerOnClose({ socket }: IncomingMessage, limits = LINGER_LIMITS): void {
	if (typeof socket.destroySoon !== 'function') return;
	// Node calls this after the last response of a connection.
	socket.destroySoon = () => {
		let size = 0;
		// A pipelined request must not be parsed: its response would reach no one.
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
