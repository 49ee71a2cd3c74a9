import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { defineTopic } from '#server/cluster/bus.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import { createPresenceNotifier } from './presence-notifier.ts';
import { countConnections, type RealtimeIo } from './socket-types.ts';

/**
 * The users connected to instance `of`: all of them, or one who connected or disconnected. `isAsking` makes the other
 * instances announce theirs.
 */
type PresenceMessage = { of: string } & (
	| { all: readonly number[]; isAsking: boolean }
	| { come: number }
	| { gone: number }
);

const connectedUsers = defineTopic<PresenceMessage>('people');

const ANNOUNCE_INTERVAL_MS = 5000;
/** An instance that missed this many announcements is considered gone; its users had time to reconnect elsewhere. */
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
 * Tracks who is connected to any instance and reports changes. Each instance announces its own users, so that no
 * queries between instances are needed.
 */
export function createPresence(io: RealtimeIo, options: Options) {
	const { cluster, log, announceIntervalMs = ANNOUNCE_INTERVAL_MS } = options;
	const { bus, degradedServices } = cluster;
	const instanceId = randomUUID();
	const otherInstances = new Map<string, OtherInstance>();
	const notifier = createPresenceNotifier(log);
	let isClosing = false;

	const isOnlineElsewhere = (userId: number) =>
		otherInstances.values().some(({ userIds }) => userIds.has(userId));
	const isOnline = (id: number) => countConnections(io, id) > 0 || isOnlineElsewhere(id);

	/** Applies a change and notifies listeners of the users whose online state it changed. */
	function applyChange(userIds: Iterable<number>, change: () => void): void {
		const before = new Map([...userIds].map((userId) => [userId, isOnline(userId)]));
		change();
		for (const [userId, wasOnline] of before)
			if (isOnline(userId) !== wasOnline) notifier.notify(userId);
	}

	function announceAll(isAsking = false): void {
		const all = new Set(io.sockets.sockets.values().map(({ data }) => data.person.id));
		connectedUsers.publish(bus, { of: instanceId, all: [...all], isAsking });
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

	/** Counts missed announcements, except while messages of other instances can't arrive. */
	function dropSilentInstances(): void {
		if (degradedServices().length > 0) return;
		for (const [id, otherInstance] of otherInstances) {
			otherInstance.missedAnnouncements += 1;
			if (otherInstance.missedAnnouncements > MAX_MISSED)
				applyChange(otherInstance.userIds, () => otherInstances.delete(id));
		}
	}

	connectedUsers.subscribe(bus, onMessage);
	announceAll(true);
	const timer = setInterval(() => {
		dropSilentInstances();
		announceAll();
	}, announceIntervalMs);

	return {
		isOnline,
		onChange: notifier.onChange,
		/** Call after a socket of the user has joined the user's room. */
		connected(userId: number): void {
			if (countConnections(io, userId) !== 1) return;
			connectedUsers.publish(bus, { of: instanceId, come: userId });
			if (!isOnlineElsewhere(userId)) notifier.notify(userId);
		},
		/** Call after a socket of the user has left the user's room. */
		disconnected(userId: number): void {
			// On shutdown users are not reported offline: their pages reconnect to another instance.
			if (isClosing || countConnections(io, userId) > 0) return;
			connectedUsers.publish(bus, { of: instanceId, gone: userId });
			if (!isOnlineElsewhere(userId)) notifier.notify(userId);
		},
		close(): void {
			isClosing = true;
			clearInterval(timer);
			notifier.close();
		},
	};
}
