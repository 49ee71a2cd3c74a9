interface Options {
	intervalMs?: number;
	/** Number of remembered reasons; a new reason beyond them clears them all. */
	maxReasons?: number;
	/** Monotonic clock in milliseconds. */
	now?: () => number;
}

/**
 * Limits log lines of repeated failures. The returned function is true for each reason at most once per interval, by
 * default a minute; sooner only if more than `maxReasons` different reasons came.
 */
export function createLogThrottle({
	intervalMs = 60_000,
	maxReasons = 100,
	now = () => performance.now(),
}: Options = {}): (reason: string) => boolean {
	const lastLoggedAt = new Map<string, number>();
	return (reason) => {
		const previous = lastLoggedAt.get(reason);
		if (previous !== undefined && now() - previous < intervalMs) return false;
		if (previous === undefined && lastLoggedAt.size >= maxReasons) lastLoggedAt.clear();
		lastLoggedAt.set(reason, now());
		return true;
	};
}
