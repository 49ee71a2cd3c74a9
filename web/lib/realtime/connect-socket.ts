import { io, type ManagerOptions, type Socket } from 'socket.io-client';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';

/** Equal to the `Retry-After` of a server that is unavailable (server/http/security-headers.ts). */
const UNAVAILABLE_RETRY_MS = 2000;

/** The error of a refused connection. */
export type ConnectError = Error & { data?: { code?: string } };

/**
 * Connects one session to a Socket.IO namespace: by WebSocket, or by polling where WebSocket fails. Socket.IO does not
 * retry a refused connection. This function retries it if the server was only temporarily unable to check the session.
 */
export function connectSocket(
	namespace: string,
	token: string,
	options: Partial<ManagerOptions>,
): { socket: Socket; close: () => void } {
	const socket = io(namespace, {
		forceNew: true,
		auth: { token },
		transports: ['websocket', 'polling'],
		tryAllTransports: true,
		...options,
	});
	let retryTimer: ReturnType<typeof setTimeout> | undefined;
	socket.on('connect_error', (error: ConnectError) => {
		if (!socket.active && isUnavailable(error))
			retryTimer = setTimeout(() => socket.connect(), UNAVAILABLE_RETRY_MS);
	});

	function close(): void {
		clearTimeout(retryTimer);
		socket.offAny();
		socket.off();
		socket.io.off();
		socket.disconnect();
	}

	return { socket, close };
}

/** Whether the server refused because it cannot check the session now, for example without its database. */
export function isUnavailable({ data }: ConnectError): boolean {
	return data?.code === REQUEST_ERRORS.unavailable.code;
}
