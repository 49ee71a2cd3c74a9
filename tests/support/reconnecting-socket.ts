import type { Socket } from 'socket.io-client';
import { openSocket } from './sockets.ts';

/** Opens a Socket.IO connection that reconnects soon after it breaks, for example by a restart. It is closed after the test. */
export function openReconnectingSocket(address: string, token: string): Socket {
	const delays = { reconnectionDelay: 50, reconnectionDelayMax: 50 };
	return openSocket(address, token, { reconnection: true, ...delays });
}
