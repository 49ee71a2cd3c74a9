import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import { collectGarbageOnSignal } from './collect-garbage.ts';

/*
 * Imported before a server whose sockets are measured: their events are counted as usual, but never exceed the limit.
 */
Object.assign(SOCKET_LIMITS, {
	eventsPerWindow: Number.MAX_SAFE_INTEGER,
	disconnectAt: Number.MAX_SAFE_INTEGER,
} satisfies Partial<Record<keyof typeof SOCKET_LIMITS, number>>);
collectGarbageOnSignal();
