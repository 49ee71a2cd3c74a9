import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { countConnections, type RealtimeIo, userOfRoom } from './socket-types.ts';

/** Called when a user opens the first connection to any instance, or closes the last. */
export type PresenceListener = (userId: number) => Promise<void>;

/** Sent between instances: whether a user has a connection there. Other versions use it too. */
const IS_ONLINE = 'is-online';
/** An instance that does not answer in time counts as one without the user. */
const ANSWER_TIMEOUT_MS = 500;

interface Options {
	/** Whether there may be other instances. */
	isShared: boolean;
	log: FastifyBaseLogger;
}

/** Tells who is online: a user is online while the user's room exists on any instance. */
export function createPresence(io: RealtimeIo, { isShared, log }: Options) {
	const listeners: PresenceListener[] = [];
	let isClosing = false;

	io.on(IS_ONLINE, (userId: number, answer: (isOnline: boolean) => void) =>
		answer(countConnections(io, userId) > 0),
	);

	async function isOnlineElsewhere(userId: number): Promise<boolean> {
		if (!isShared) return false;
		const answers: Promise<boolean[]> = io.serverSideEmitWithAck(IS_ONLINE, userId).catch(() => []);
		const timeout = wait(ANSWER_TIMEOUT_MS, [], { ref: false });
		return (await Promise.race([answers, timeout])).some(Boolean);
	}

	/** Calls the listeners, unless the user has connections to another instance. */
	async function notify(userId: number): Promise<void> {
		try {
			if (await isOnlineElsewhere(userId)) return;
			for (const listener of listeners) await listener(userId);
		} catch (error) {
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error), userId }, 'a presence change was not sent');
			else log.error({ err: error, userId }, 'sending a presence change failed');
		}
	}

	function notifyOf(room: string): void {
		const userId = userOfRoom(room);
		// On shutdown users are not reported offline: their pages reconnect to another instance.
		if (userId !== undefined && !isClosing) void notify(userId);
	}
	io.sockets.adapter.on('create-room', notifyOf);
	io.sockets.adapter.on('delete-room', notifyOf);

	return {
		onChange: (listener: PresenceListener) => void listeners.push(listener),
		async isOnline(userId: number): Promise<boolean> {
			return countConnections(io, userId) > 0 || isOnlineElsewhere(userId);
		},
		close(): void {
			isClosing = true;
		},
	};
}
