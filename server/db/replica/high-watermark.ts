/** The highest number that any instance has told lately. */
export interface HighWatermark {
	/** Resolves once every instance reads it. */
	advance: (to: bigint) => Promise<void>;
	/** Zero where nothing was told lately. */
	read: () => Promise<bigint>;
}

/**
 * Numbers that only grow, for all instances together.
 * @param name of its own, under which instances tell each other
 * @param seconds after which what was told last is forgotten
 */
export type OpenHighWatermark = (name: string, seconds: number) => HighWatermark;
