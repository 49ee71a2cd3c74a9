import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';

/** Opens a Socket.IO connection that reconnects soon after it breaks, for example by a restart. It is closed after the test. */
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
