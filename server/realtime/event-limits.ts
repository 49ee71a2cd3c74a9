import { SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';

/** How many sockets' worth one person may send: some tabs, a phone. Connecting anew buys nobody more. */
const SOCKETS_OF_A_PERSON = 5;

/** `hopeless` is who goes on although everything is refused. */
type Pressure = 'fine' | 'too-fast' | 'hopeless';

/** Counts something that a person's socket has sent, and says how it stands. */
export type Throttle = (sender: { socketId: string; userId: number }) => Promise<Pressure>;

export function createThrottle(isOn: boolean, openCounter: OpenCounter): Throttle {
	const { windowSeconds, eventsPerWindow, closeAt } = SOCKET_LIMITS;
	const sockets = openCounter('events of a socket', windowSeconds);
	const people = openCounter('events of a person', windowSeconds);

	return async ({ socketId, userId }) => {
		if (!isOn) return 'fine';
		const [bySocket, byPerson] = await Promise.all([
			sockets.add(socketId),
			people.add(String(userId)),
		]);
		const sent = Math.max(bySocket.count, byPerson.count / SOCKETS_OF_A_PERSON);
		if (sent > closeAt) return 'hopeless';
		return sent > eventsPerWindow ? 'too-fast' : 'fine';
	};
}
