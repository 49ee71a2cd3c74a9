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

/**
 * Within this process.
 * @param now in milliseconds, of a clock that is never put back
 */
export function openLocalHighWatermark(
	_name: string,
	seconds: number,
	now = () => performance.now(),
): HighWatermark {
	let highest = 0n;
	let until = 0;
	const current = () => (now() < until ? highest : 0n);
	return {
		async advance(to) {
			const previous = current();
			highest = to > previous ? to : previous;
			until = now() + seconds * 1000;
		},
		read: async () => current(),
	};
}
