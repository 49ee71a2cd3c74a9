import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';

/** A connection that is made again soon after it breaks, as through a restart; it ends with the test. */
export function openReconnectingSocket(address: string, token: string): Socket {
	const socket = io(address, {
		auth: { token },
		forceNew: true,
		transports: ['websocket'],
		reconnectionDelay: 50,
		reconnectionDelayMax: 50,
	});
	onTestFinished(() => void socket.close());
	return socket;
}
