/** How it stands with a key. */
export interface Count {
	count: number;
	/** Until it is counted from the beginning again. */
	waitSeconds: number;
}

/** Counts by key, each for a while from its first time on. */
export interface Counter {
	/** @param seconds for which a key that begins now is counted, where that is not as long as all others */
	add: (key: string, seconds?: number) => Promise<Count>;
	refund: (key: string) => Promise<void>;
	reset: (key: string) => Promise<void>;
}

/**
 * Everything that is limited is counted by one of these, for all instances together.
 * @param name of its own, under which instances count together
 * @param seconds for which a key is counted
 */
export type OpenCounter = (name: string, seconds: number) => Counter;
