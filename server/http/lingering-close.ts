import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The time is enough for a phone on a saturated link to receive the response. A client that never stops sending is cut
 * off at the byte limit.
 */
const LINGER_LIMITS = { ms: 5000, maxBytes: 32 * 1024 * 1024 };

/**
 * Lets a client read the response to a request that it is still sending. Call before responding; `endAndLinger` is called
 * after the last response of the connection.
 *
 * Node offers no hook for this, so `destroySoon` of the socket is replaced, which Node's http calls. If a version of
 * Node calls another method, lingering-close.test.ts fails.
 */
export function lingerOnClose({ socket }: IncomingMessage, limits = LINGER_LIMITS): void {
	if (typeof socket.destroySoon !== 'function') return;
	// Node calls this after the last response of a connection.
	socket.destroySoon = () => endAndLinger(socket, limits);
}

/**
 * Ends the sending side of a connection and drops what is still received (RFC 9112 §9.6, nginx's lingering close). The
 * socket is destroyed when the client closes it, or at a limit. Closing at once would reset the connection, and the
 * client could lose the response: a user would not learn that a photo is too large.
 */
export function endAndLinger(socket: Socket, limits = LINGER_LIMITS): void {
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
}
