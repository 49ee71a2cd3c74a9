/**
 * Builds a page from `limit` + 1 fetched rows: the additional row shows whether there is a next page.
 * @returns `last` is the row after which the next page starts; undefined on the last page
 */
export function pageOf<Row>(
	fetchedRows: readonly Row[],
	limit: number,
): { rows: Row[]; last: Row | undefined } {
	const rows = fetchedRows.slice(0, limit);
	return { rows, last: fetchedRows.length > limit ? rows.at(-1) : undefined };
}
