import { RateLimiterMemory } from 'rate-limiter-flexible';
import { SOCKET_LIMITS } from '#contract/chat-facts.ts';

/** How many sockets' worth one person may send: some tabs, a phone. Connecting anew buys nobody more. */
const SOCKETS_OF_A_PERSON = 5;

/** `hopeless` is who goes on although everything is refused. */
type Pressure = 'fine' | 'too-fast' | 'hopeless';

/** Counts something that a person's socket has sent, and says how it stands. */
export type Throttle = (sender: { socketId: string; userId: number }) => Promise<Pressure>;

export function createThrottle(isOn: boolean): Throttle {
	const { windowSeconds: duration, eventsPerWindow, closeAt } = SOCKET_LIMITS;
	const sockets = new RateLimiterMemory({ duration, points: eventsPerWindow });
	const people = new RateLimiterMemory({ duration, points: eventsPerWindow * SOCKETS_OF_A_PERSON });

	return async ({ socketId, userId }) => {
		if (!isOn) return 'fine';
		const [bySocket, byPerson] = await Promise.all([
			sockets.penalty(socketId),
			people.penalty(userId),
		]);
		const sent = Math.max(bySocket.consumedPoints, byPerson.consumedPoints / SOCKETS_OF_A_PERSON);
		if (sent > closeAt) return 'hopeless';
		return sent > eventsPerWindow ? 'too-fast' : 'fine';
	};
}
