interface Options {
	intervalMs?: number;
	/** So many reasons are remembered; the one after them has all others told anew. */
	maxReasons?: number;
	/** In milliseconds, of a clock that is never put back. */
	now?: () => number;
}

/**
 * Says yes to each reason once a minute at most, unless said otherwise, for what fails again and again while something is
 * away: a line for each would bury the log.
 */
export function logOncePer({
	intervalMs = 60_000,
	maxReasons = 100,
	now = () => performance.now(),
}: Options = {}): (reason: string) => boolean {
	const lastLoggedAt = new Map<string, number>();
	return (reason) => {
		const previous = lastLoggedAt.get(reason);
		if (previous !== undefined && now() - previous < intervalMs) return false;
		if (lastLoggedAt.size >= maxReasons) lastLoggedAt.clear();
		lastLoggedAt.set(reason, now());
		return true;
	};
}
