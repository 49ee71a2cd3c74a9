import type { Server } from 'node:http';

type Listener = (...args: unknown[]) => void;

/**
 * Removes all listeners of a server event.
 * @returns a function that calls the removed listeners in order
 */
export function replaceListeners(server: Server, event: 'request' | 'upgrade'): Listener {
	const listeners = server.listeners(event) as Listener[];
	server.removeAllListeners(event);
	return (...args) => {
		for (const listener of listeners) listener.apply(server, args);
	};
}
