import type { ClusterMessage } from 'socket.io-adapter';
import type { AdminEvent } from '#contract/admin/events.ts';
import type { Room } from '#contract/chat/room-id.ts';

/** Topics and their payloads, which must survive JSON. */
interface Topics {
	/** Which users are connected to one instance. */
	people: PresenceMessage;
	/** Sockets in `room` must close the chats they have open. */
	'chats over': { room: string };
	/** The first message that the seller can see was stored in a chat. */
	'chat begun': Room & { sellerId: number };
	/** One of two users blocked the other, or the last block between them was removed. */
	apart: { people: [number, number]; isApart: boolean };
	/** Data shown in the admin area changed; `but` is the socket that does not need the event. */
	'office news': AdminEvent & { but?: string | undefined };
	/** Messages of Socket.IO's cluster adapter. */
	realtime: ClusterMessage;
}
type Topic = keyof Topics;

/** The users connected to instance `of`: all of them, or one who connected or disconnected. */
export type PresenceMessage = { of: string } & (
	| { all: readonly number[]; isAsking: boolean }
	| { come: number }
	| { gone: number }
);

/**
 * Publishes events to every instance, this one included and synchronously. Publish after the commit. Messages between
 * instances can be late or lost; each subscriber must bound the effect of that.
 */
export interface Bus {
	publish: <T extends Topic>(topic: T, payload: Topics[T]) => void;
	subscribe: <T extends Topic>(topic: T, subscriber: (payload: Topics[T]) => void) => void;
}

/** A bus within this process only. */
export function openLocalBus(): Bus {
	const subscribers = new Map<Topic, ((payload: never) => void)[]>();
	return {
		publish(topic, payload) {
			for (const subscriber of subscribers.get(topic) ?? []) subscriber(payload as never);
		},
		subscribe(topic, subscriber) {
			subscribers.set(topic, [...(subscribers.get(topic) ?? []), subscriber]);
		},
	};
}
