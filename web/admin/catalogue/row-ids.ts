interface Row {
	rowKey: string;
	/** Undefined for a new one. */
	id: number | undefined;
}

/**
 * The rows with the ids that the server gave those that were new when they were sent.
 * @param saved in the order in which they were sent
 */
export function withStoredIds<R extends Row>(
	rows: readonly R[],
	sent: readonly R[],
	saved: readonly R[],
): R[] {
	const idOf = new Map(sent.map(({ rowKey }, index) => [rowKey, saved[index]?.id]));
	return rows.map((row) => ({ ...row, id: row.id ?? idOf.get(row.rowKey) }));
}

let newRows = 0;

/** A key for a row that is not on the server yet. */
export function newRowKey(): string {
	newRows += 1;
	return `new-${newRows}`;
}
