const FEW = 100;

/**
 * Says yes to each reason once a minute at most, for what fails again and again while something is away: a line for each
 * would bury the log.
 * @param now in milliseconds, of a clock that is never put back
 */
export function seldom(
	everyMs = 60_000,
	now = () => performance.now(),
): (reason: string) => boolean {
	const told = new Map<string, number>();
	return (reason) => {
		const last = told.get(reason);
		if (last !== undefined && now() - last < everyMs) return false;
		if (told.size >= FEW) told.clear();
		told.set(reason, now());
		return true;
	};
}
