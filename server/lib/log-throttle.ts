interface Options {
	everyMs?: number;
	/** So many reasons are remembered; the one after them has all others told anew. */
	most?: number;
	/** In milliseconds, of a clock that is never put back. */
	now?: () => number;
}

/**
 * Says yes to each reason once a minute at most, unless said otherwise, for what fails again and again while something is
 * away: a line for each would bury the log.
 */
export function seldom({
	everyMs = 60_000,
	most = 100,
	now = () => performance.now(),
}: Options = {}): (reason: string) => boolean {
	const told = new Map<string, number>();
	return (reason) => {
		const last = told.get(reason);
		if (last !== undefined && now() - last < everyMs) return false;
		if (told.size >= most) told.clear();
		told.set(reason, now());
		return true;
	};
}
