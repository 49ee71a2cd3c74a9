/** @param share between 0 and 1; NaN of nothing */
export function percentile(taken: Iterable<number>, share: number): number {
	const sorted = Float64Array.from(taken).sort();
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
