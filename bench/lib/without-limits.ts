import { SOCKET_LIMITS } from '#contract/chat/facts.ts';

/*
 * Imported before a server whose sockets are measured. The server counts socket events as usual, but they never
 * exceed the limit.
 */
Object.assign(SOCKET_LIMITS, {
	eventsPerWindow: Number.MAX_SAFE_INTEGER,
	disconnectAt: Number.MAX_SAFE_INTEGER,
} satisfies Partial<Record<keyof typeof SOCKET_LIMITS, number>>);
