/** The count of a key in its current window. */
export interface Count {
	count: number;
	/** Seconds until the window ends. */
	waitSeconds: number;
}

/** Counts per key in fixed windows; a window starts with the key's first count. */
export interface Counter {
	/** @param seconds window length if this call starts one; defaults to the counter's */
	add: (key: string, seconds?: number) => Promise<Count>;
	/** Takes back one count of the key. */
	refund: (key: string) => Promise<void>;
	/** Sets the count of the key to zero. */
	reset: (key: string) => Promise<void>;
}

/**
 * Opens a counter. Every rate limit uses one; instances of a cluster share the counts.
 * @param name unique; instances share the counts of one name
 * @param seconds window length
 */
export type OpenCounter = (name: string, seconds: number) => Counter;
