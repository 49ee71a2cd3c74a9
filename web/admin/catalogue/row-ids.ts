interface Row {
	rowKey: string;
	/** Undefined for a new row. */
	id: number | undefined;
}

/**
 * Adds the server's ids to the rows that were new when they were sent. Other rows stay as they are.
 * @param rows the rows now; they may have been edited since they were sent
 * @param saved the rows as the server saved them, in the order in which they were sent
 */
export function withStoredIds<R extends Row>(
	rows: readonly R[],
	sent: readonly R[],
	saved: readonly R[],
): R[] {
	const idOf = new Map(sent.map(({ rowKey }, index) => [rowKey, saved[index]?.id]));
	return rows.map((row) => ({ ...row, id: row.id ?? idOf.get(row.rowKey) }));
}

let newRowCount = 0;

/** A key for a row that is not on the server yet. */
export function newRowKey(): string {
	newRowCount += 1;
	return `new-${newRowCount}`;
}
