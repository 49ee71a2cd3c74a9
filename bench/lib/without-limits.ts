import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import { collectGarbageOnSignal } from './collect-garbage.ts';

/*
 * Imported before the server where its chat is measured: events of a socket are counted as usual, but never too many.
 */
Object.assign(SOCKET_LIMITS, {
	eventsPerWindow: Number.MAX_SAFE_INTEGER,
	disconnectAt: Number.MAX_SAFE_INTEGER,
} satisfies Partial<Record<keyof typeof SOCKET_LIMITS, number>>);
collectGarbageOnSignal();
