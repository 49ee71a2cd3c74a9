/** The text of an erased account in columns that must not be empty. */
export const ERASED_TEXT = '—';

type IsoDate<Value> = Value extends Date ? string : Value;

/** Converts the dates of a row to ISO 8601, for the export of a user's data, which is JSON. */
export function withIsoDates<Row extends object>(
	row: Row,
): { [Column in keyof Row]: IsoDate<Row[Column]> };
export function withIsoDates(row: object): object {
	const entries = Object.entries(row).map(([column, value]) => [
		column,
		value instanceof Date ? value.toISOString() : value,
	]);
	return Object.fromEntries(entries);
}
