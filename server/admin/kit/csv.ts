import { type Options, stringify } from 'csv-stringify/sync';

export interface Column<Row> {
	title: string;
	of: (row: Row) => string | number | null;
}

/**
 * RFC 4180, with what spreadsheets need besides: the byte order mark tells them that it is UTF-8, and words that they would
 * calculate (`=1+1`, written by anyone) get an apostrophe in front.
 */
const FORMAT: Options = {
	record_delimiter: 'windows',
	// It quotes by itself where there are both, one after the other.
	quoted_match: /[\r\n]/,
	escape_formulas: true,
};

/** So many rows of an export are read at a time. */
export const EXPORTED_AT_ONCE = 1000;

/** A CSV file in pieces, its titles first: no more than one page of rows is in memory at a time. */
export async function* csvOf<Row>(
	columns: readonly Column<Row>[],
	pages: AsyncIterable<readonly Row[]>,
): AsyncIterable<string> {
	yield stringify([columns.map(({ title }) => title)], { ...FORMAT, bom: true });
	for await (const rows of pages) {
		yield stringify(
			rows.map((row) => columns.map(({ of }) => of(row))),
			FORMAT,
		);
	}
}
