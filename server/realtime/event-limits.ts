import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';

/**
 * All sockets of a person together may send as many events as this number of sockets, which is enough for some tabs and
 * a phone. Reconnecting does not raise the limit.
 */
const SOCKETS_PER_PERSON = 5;

/** `flooding`: the client keeps sending although every event is refused. */
type RateVerdict = 'fine' | 'too-fast' | 'flooding';

/** Counts one event of a socket and returns the verdict. */
export type EventThrottle = (sender: { socketId: string; userId: number }) => Promise<RateVerdict>;

/** Limits the events of each socket, and of all sockets of a person together (`SOCKET_LIMITS`). */
export function createEventThrottle(isEnabled: boolean, openCounter: OpenCounter): EventThrottle {
	const { windowSeconds, eventsPerWindow, disconnectAt } = SOCKET_LIMITS;
	const perSocket = openCounter('events of a socket', windowSeconds);
	const perPerson = openCounter('events of a person', windowSeconds);

	return async ({ socketId, userId }) => {
		if (!isEnabled) return 'fine';
		const [bySocket, byPerson] = await Promise.all([
			perSocket.add(socketId),
			perPerson.add(String(userId)),
		]);
		const eventCount = Math.max(bySocket.count, byPerson.count / SOCKETS_PER_PERSON);
		if (eventCount > disconnectAt) return 'flooding';
		return eventCount > eventsPerWindow ? 'too-fast' : 'fine';
	};
}
