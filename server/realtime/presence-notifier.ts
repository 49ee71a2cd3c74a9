import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';

/** Called on every instance when a user comes online on any instance, or is offline on all. */
export type PresenceListener = (userId: number) => Promise<void>;

const RETRY_INTERVAL_MS = 1000;

/**
 * Calls the listeners with each user whose presence changed. When the database is unavailable to a
 * listener, all listeners are called again each second until the database answers. Otherwise the
 * other side of a chat would keep seeing the old state.
 */
export function createPresenceNotifier(log: FastifyBaseLogger) {
	const listeners: PresenceListener[] = [];
	/** The users for whom calling the listeners failed; they are tried again. */
	const failedUserIds = new Set<number>();

	async function notify(userId: number): Promise<void> {
		const isRetry = failedUserIds.delete(userId);
		try {
			for (const listener of listeners) await listener(userId);
		} catch (error) {
			if (!isDatabaseUnavailable(error)) {
				log.error({ err: error, userId }, 'sending a presence change failed');
				return;
			}
			failedUserIds.add(userId);
			if (!isRetry)
				log.warn({ reason: reasonOf(error), userId }, 'a presence change will be sent later');
		}
	}

	const timer = setInterval(() => {
		for (const userId of [...failedUserIds]) void notify(userId);
	}, RETRY_INTERVAL_MS);

	return {
		onChange: (listener: PresenceListener) => void listeners.push(listener),
		/** Call when a user has come online or is offline. */
		notify: (userId: number) => void notify(userId),
		close: () => clearInterval(timer),
	};
}
