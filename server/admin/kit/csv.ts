import { type Options, stringify } from 'csv-stringify/sync';

export interface Column<Row> {
	title: string;
	value: (row: Row) => string | number | null;
}

/**
 * RFC 4180, with what spreadsheets need besides: the byte order mark tells them that it is UTF-8, and words that they would
 * calculate (`=1+1`, written by anyone) get an apostrophe in front.
 */
const CSV_OPTIONS: Options = {
	record_delimiter: 'windows',
	// It quotes by itself where there are both, one after the other.
	quoted_match: /[\r\n]/,
	escape_formulas: true,
};

/** So many rows of an export are read at a time. */
export const EXPORT_BATCH_SIZE = 1000;

/** A CSV file in pieces, its titles first: no more than one page of rows is in memory at a time. */
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
