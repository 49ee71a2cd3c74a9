/** The highest number that any instance has told lately. */
export interface HighMark {
	/** Resolves once every instance reads it. */
	raise: (to: bigint) => Promise<void>;
	/** Zero where nothing was told lately. */
	read: () => Promise<bigint>;
}

/**
 * Numbers that only grow, for all instances together.
 * @param name of its own, under which instances tell each other
 * @param seconds after which what was told last is forgotten
 */
export type OpenHighMark = (name: string, seconds: number) => HighMark;

/**
 * Within this process.
 * @param now in milliseconds, of a clock that is never put back
 */
export function openLocalHighMark(
	_name: string,
	seconds: number,
	now = () => performance.now(),
): HighMark {
	let highest = 0n;
	let until = 0;
	const current = () => (now() < until ? highest : 0n);
	return {
		async raise(to) {
			const before = current();
			highest = to > before ? to : before;
			until = now() + seconds * 1000;
		},
		read: async () => current(),
	};
}
