/** Replaces the texts of an erased account that must not be empty. */
export const ERASED_TEXT = '—';

type IsoDate<Value> = Value extends Date ? string : Value;

/** A row for the export, which is JSON. */
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
