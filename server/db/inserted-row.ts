/** The row that the insert of a single row has returned. */
export function insertedRow<Row>([row]: readonly Row[]): Row {
	if (!row) throw new Error('The insert returned no row.');
	return row;
}
