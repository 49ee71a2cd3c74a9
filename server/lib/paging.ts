/**
 * A page of what was found, one more than it holds having been asked for: that tells whether there is another.
 * @returns `last` is behind which the next page begins; undefined on the last one
 */
export function pageOf<Row>(
	matches: readonly Row[],
	limit: number,
): { rows: Row[]; last: Row | undefined } {
	const rows = matches.slice(0, limit);
	return { rows, last: matches.length > limit ? rows.at(-1) : undefined };
}
