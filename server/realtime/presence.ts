import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { PresenceMessage } from '#server/cluster/bus.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { countConnections, type RealtimeIo } from './socket-types.ts';

/** Told on every instance by itself of whoever has come to any of them, or gone from all. */
export type PresenceListener = (userId: number) => Promise<void>;

const ANNOUNCE_INTERVAL_MS = 5000;
/** An instance that has been silent for so many times is gone, and whoever was there has had time to come elsewhere. */
const MAX_MISSED = 3;

interface OtherInstance {
	userIds: Set<number>;
	missedAnnouncements: number;
}

function createOtherInstance(): OtherInstance {
	return { userIds: new Set(), missedAnnouncements: 0 };
}

interface Options {
	cluster: Pick<Cluster, 'bus' | 'degradedServices'>;
	log: FastifyBaseLogger;
	announceIntervalMs?: number;
}

/**
 * Who is connected, on any instance, and who has just come or gone. Each instance tells the others of its own people, so that
 * nobody has to ask.
 */
export function createPresence(io: RealtimeIo, options: Options) {
	const { cluster, log, announceIntervalMs = ANNOUNCE_INTERVAL_MS } = options;
	const { bus, degradedServices } = cluster;
	const instanceId = randomUUID();
	const otherInstances = new Map<string, OtherInstance>();
	const listeners: PresenceListener[] = [];
	let isClosing = false;

	const isOnlineElsewhere = (userId: number) =>
		otherInstances.values().some(({ userIds }) => userIds.has(userId));
	const isOnline = (id: number) => countConnections(io, id) > 0 || isOnlineElsewhere(id);

	async function notifyListeners(userId: number): Promise<void> {
		try {
			for (const listener of listeners) await listener(userId);
		} catch (error) {
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error), userId }, 'a person was not told of');
			else log.error({ err: error, userId }, 'telling of a person failed');
		}
	}

	/** Tells of those for whom what happens makes the difference. */
	function applyChange(userIds: Iterable<number>, change: () => void): void {
		const before = new Map([...userIds].map((userId) => [userId, isOnline(userId)]));
		change();
		for (const [userId, wasOnline] of before)
			if (isOnline(userId) !== wasOnline) void notifyListeners(userId);
	}

	function announceAll(isAsking = false): void {
		const all = new Set(io.sockets.sockets.values().map(({ data }) => data.person.id));
		bus.publish('people', { of: instanceId, all: [...all], isAsking });
	}

	function onMessage(message: PresenceMessage): void {
		if (message.of === instanceId || isClosing) return;
		const sender = otherInstances.get(message.of) ?? createOtherInstance();
		otherInstances.set(message.of, sender);
		sender.missedAnnouncements = 0;
		if ('come' in message) applyChange([message.come], () => sender.userIds.add(message.come));
		else if ('gone' in message) {
			applyChange([message.gone], () => sender.userIds.delete(message.gone));
		} else {
			const all = new Set(message.all);
			applyChange(sender.userIds.symmetricDifference(all), () => {
				sender.userIds = all;
			});
			if (message.isAsking) announceAll();
		}
	}

	/** While nobody can be heard, nobody is silent. */
	function dropSilentInstances(): void {
		if (degradedServices().length > 0) return;
		for (const [id, otherInstance] of otherInstances) {
			otherInstance.missedAnnouncements += 1;
			if (otherInstance.missedAnnouncements > MAX_MISSED)
				applyChange(otherInstance.userIds, () => otherInstances.delete(id));
		}
	}

	bus.subscribe('people', onMessage);
	announceAll(true);
	const timer = setInterval(() => {
		dropSilentInstances();
		announceAll();
	}, announceIntervalMs);

	return {
		isHere: isOnline,
		onChange: (listener: PresenceListener) => void listeners.push(listener),
		/** A connection of theirs has joined their room. */
		connected(userId: number): void {
			if (countConnections(io, userId) !== 1) return;
			bus.publish('people', { of: instanceId, come: userId });
			if (!isOnlineElsewhere(userId)) void notifyListeners(userId);
		},
		/** A connection of theirs has left it. */
		disconnected(userId: number): void {
			// Who loses their line because we close has not gone: their page looks for the market again.
			if (isClosing || countConnections(io, userId) > 0) return;
			bus.publish('people', { of: instanceId, gone: userId });
			if (!isOnlineElsewhere(userId)) void notifyListeners(userId);
		},
		close(): void {
			isClosing = true;
			clearInterval(timer);
		},
	};
}
