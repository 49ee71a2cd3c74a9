import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';

/** How many sockets' worth one person may send: some tabs, a phone. Connecting anew buys nobody more. */
const SOCKETS_PER_PERSON = 5;

/** `hopeless` is who goes on although everything is refused. */
type RateVerdict = 'fine' | 'too-fast' | 'hopeless';

/** Counts something that a person's socket has sent, and says how it stands. */
export type EventThrottle = (sender: { socketId: string; userId: number }) => Promise<RateVerdict>;

export function createEventThrottle(isEnabled: boolean, openCounter: OpenCounter): EventThrottle {
	const { windowSeconds, eventsPerWindow, disconnectAt: closeAt } = SOCKET_LIMITS;
	const perSocket = openCounter('events of a socket', windowSeconds);
	const perPerson = openCounter('events of a person', windowSeconds);

	return async ({ socketId, userId }) => {
		if (!isEnabled) return 'fine';
		const [bySocket, byPerson] = await Promise.all([
			perSocket.add(socketId),
			perPerson.add(String(userId)),
		]);
		const sent = Math.max(bySocket.count, byPerson.count / SOCKETS_PER_PERSON);
		if (sent > closeAt) return 'hopeless';
		return sent > eventsPerWindow ? 'too-fast' : 'fine';
	};
}
