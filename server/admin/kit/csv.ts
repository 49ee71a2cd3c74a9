import { type Options, stringify } from 'csv-stringify/sync';

export interface Column<Row> {
	title: string;
	value: (row: Row) => string | number | null;
}

/**
 * RFC 4180 plus what spreadsheets need: a byte order mark that declares UTF-8, and an apostrophe before text that
 * would be calculated as a formula (`=1+1`, which any user can write).
 */
const CSV_OPTIONS: Options = {
	record_delimiter: 'windows',
	// The library quotes fields with CR LF by itself, but not fields with a lone CR or LF.
	quoted_match: /[\r\n]/,
	escape_formulas: true,
};

/** Rows of an export that are read at a time. */
export const EXPORT_BATCH_SIZE = 1000;

/** A CSV file in chunks, its header first: at most one batch of rows is in memory at a time. */
export async function* generateCsv<Row>(
	columns: readonly Column<Row>[],
	pages: AsyncIterable<readonly Row[]>,
): AsyncIterable<string> {
	yield stringify([columns.map(({ title }) => title)], { ...CSV_OPTIONS, bom: true });
	for await (const rows of pages) {
		yield stringify(
			rows.map((row) => columns.map(({ value }) => value(row))),
			CSV_OPTIONS,
		);
	}
}
