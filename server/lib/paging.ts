/**
 * Builds a page from `limit` + 1 fetched rows: the additional row shows whether there is a next page.
 * @returns `last` is the row after which the next page starts; undefined on the last page
 */
export function pageOf<Row>(
	matches: readonly Row[],
	limit: number,
): { rows: Row[]; last: Row | undefined } {
	const rows = matches.slice(0, limit);
	return { rows, last: matches.length > limit ? rows.at(-1) : undefined };
}
