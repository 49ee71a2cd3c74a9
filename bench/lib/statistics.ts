/** @param share between 0 and 1 @returns the value below which this share of the values lies; NaN for an empty list */
export function percentile(values: Iterable<number>, share: number): number {
	const sorted = Float64Array.from(values).sort();
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @returns NaN for an empty list */
export function median(values: Iterable<number>): number {
	return percentile(values, 0.5);
}

/** A percentile as a table cell. @param emptyText for an empty list */
export function formatPercentile(
	values: readonly number[],
	share: number,
	digits = 0,
	emptyText = '',
): string {
	return values.length === 0 ? emptyText : percentile(values, share).toFixed(digits);
}

/** The median, with the lowest and the highest in brackets. */
export function formatSpread(values: readonly number[], digits: number): string {
	const [lowest, medianValue, highest] = [0, 0.5, 1].map((share) =>
		percentile(values, share).toFixed(digits),
	);
	return `${medianValue} (${lowest} to ${highest})`;
}

export function sum(values: Iterable<number>): number {
	let total = 0;
	for (const value of values) total += value;
	return total;
}
