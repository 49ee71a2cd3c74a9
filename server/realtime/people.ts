import type { FastifyBaseLogger } from 'fastify';
import { isAway, reasonOf } from '#server/db/away.ts';
import { type LiveIo, userRoom } from './live-socket.ts';

export type PersonWatcher = (userId: number) => Promise<void>;

/** Who is connected, on any instance, and who has just come or gone. */
export function createPeople(io: LiveIo, log: FastifyBaseLogger) {
	const watchers: PersonWatcher[] = [];
	let isClosing = false;

	const countOf = async (userId: number) => {
		const sockets = await io.in(userRoom(userId)).fetchSockets();
		return sockets.length;
	};

	/** @param count of connections that a person has when this change made the difference */
	async function tell(userId: number, count: number): Promise<void> {
		try {
			// Who loses their line because we close has not gone: their page looks for the market again.
			if (isClosing || (await countOf(userId)) !== count) return;
			for (const watcher of watchers) await watcher(userId);
		} catch (error) {
			if (isAway(error)) log.warn({ reason: reasonOf(error), userId }, 'a person was not told of');
			else log.error({ err: error, userId }, 'telling of a person failed');
		}
	}

	return {
		isHere: async (userId: number) => (await countOf(userId)) > 0,
		watch: (watcher: PersonWatcher) => void watchers.push(watcher),
		hasCome: (userId: number) => tell(userId, 1),
		hasLeft: (userId: number) => tell(userId, 0),
		close() {
			isClosing = true;
		},
	};
}
