/** What is told about, and with what. Payloads are what JSON can carry. */
export interface Topics {
	/** What public answers are made of has changed; they are made anew. */
	'public data': { of: PublicSource; ids: readonly number[] };
}
export type Topic = keyof Topics;

/** Where public answers come from: items with their photos and sellers, or what people say of the market. */
export type PublicSource = 'items' | 'feedback';

/**
 * Tells every instance of the market what has changed, this one included and at once. Told after the commit of what it is
 * about. A notice can be lost where the line between instances is: whoever hears bounds what that can do.
 */
export interface Bus {
	tell: <T extends Topic>(topic: T, payload: Topics[T]) => void;
	hear: <T extends Topic>(topic: T, hearer: (payload: Topics[T]) => void) => void;
}

/** Within this process. */
export function openLocalBus(): Bus {
	const hearers = new Map<Topic, ((payload: never) => void)[]>();
	return {
		tell(topic, payload) {
			for (const hearer of hearers.get(topic) ?? []) hearer(payload as never);
		},
		hear(topic, hearer) {
			hearers.set(topic, [...(hearers.get(topic) ?? []), hearer]);
		},
	};
}
