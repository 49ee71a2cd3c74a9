/** @param share between 0 and 1; NaN of nothing */
export function percentile(taken: Iterable<number>, share: number): number {
	const sorted = Float64Array.from(taken).sort();
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** NaN of nothing. */
export function medianOf(values: Iterable<number>): number {
	return percentile(values, 0.5);
}

/** A percentile as a table has it. @param ofNothing what stands there where nothing was measured */
export function shownPercentile(
	taken: readonly number[],
	share: number,
	digits = 0,
	ofNothing = '',
): string {
	return taken.length === 0 ? ofNothing : percentile(taken, share).toFixed(digits);
}
