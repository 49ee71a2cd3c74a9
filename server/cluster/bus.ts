/**
 * Publishes events to every instance. Subscribers of the publishing instance are called before `publish` returns.
 * Messages to other instances can be late or lost; each subscriber must bound the effect of that. Features publish
 * through topics (`defineTopic`).
 */
export interface Bus {
	publish: (topic: string, payload: unknown) => void;
	subscribe: (topic: string, subscriber: (payload: unknown) => void) => void;
}

/**
 * Declares a kind of event on the bus. Publish after the commit.
 * @param name sent to other instances, perhaps of another version; the payload must survive JSON
 */
export function defineTopic<Payload>(name: string) {
	return {
		publish: (bus: Bus, payload: Payload) => bus.publish(name, payload),
		subscribe: (bus: Bus, subscriber: (payload: Payload) => void) =>
			bus.subscribe(name, (payload) => subscriber(payload as Payload)),
	};
}

/** A bus within this process only. */
export function openLocalBus(): Bus {
	const subscribers = new Map<string, ((payload: unknown) => void)[]>();
	return {
		publish(topic, payload) {
			for (const subscriber of subscribers.get(topic) ?? []) subscriber(payload);
		},
		subscribe(topic, subscriber) {
			subscribers.set(topic, [...(subscribers.get(topic) ?? []), subscriber]);
		},
	};
}
