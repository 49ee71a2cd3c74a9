import type { Server } from 'node:http';

type Listener = (...args: unknown[]) => void;

/** Takes an event of a server away from whoever hears it. @returns what did the work until now, in its order */
export function replaceListeners(server: Server, event: 'request' | 'upgrade'): Listener {
	const listeners = server.listeners(event) as Listener[];
	server.removeAllListeners(event);
	return (...args) => {
		for (const listener of listeners) listener.apply(server, args);
	};
}
