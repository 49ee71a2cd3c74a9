import type { ClusterMessage } from 'socket.io-adapter';
import type { AdminEvent } from '#contract/admin/events.ts';
import type { Room } from '#contract/chat/room-id.ts';

/** What is told about, and with what. Payloads are what JSON can carry. */
interface Topics {
	/** Which people are connected to one instance. */
	people: PresenceMessage;
	/** The chats that connections in a room have open are over. */
	'chats over': { room: string };
	/** The seller can see something in a chat in which there was nothing before. */
	'chat begun': Room & { sellerId: number };
	/** One of two people has blocked the other, or neither has any more. */
	apart: { people: [number, number]; isApart: boolean };
	/** What administrators' pages show has changed; all but one connection hear of it. */
	'office news': AdminEvent & { but?: string | undefined };
	/** What Socket.IO tells itself. */
	realtime: ClusterMessage;
}
type Topic = keyof Topics;

/** Of an instance: all who are there, or one who has come or gone. */
export type PresenceMessage = { of: string } & (
	| { all: readonly number[]; isAsking: boolean }
	| { come: number }
	| { gone: number }
);

/**
 * Tells every instance of the market what has changed, this one included and at once. Told after the commit of what it is
 * about. A notice can be late or lost where the line between instances is: whoever hears bounds what that can do.
 */
export interface Bus {
	publish: <T extends Topic>(topic: T, payload: Topics[T]) => void;
	subscribe: <T extends Topic>(topic: T, subscriber: (payload: Topics[T]) => void) => void;
}

/** Within this process. */
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
