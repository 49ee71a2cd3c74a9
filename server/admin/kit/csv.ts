import { type CastingContext, type Options, stringify } from 'csv-stringify/sync';

/** A column of a CSV export. */
export interface Column<Row> {
	title: string;
	/** A Date is written in the time zone of the college. */
	value: (row: Row) => string | number | Date | null;
	/** Phone numbers in E.164 begin with `+`, but are not escaped as formulas; any other text of the column is. */
	isPhoneNumber?: true;
}

/**
 * RFC 4180, and an apostrophe before a text that spreadsheets would calculate as a formula. Any user can write such a
 * text (`=1+1`).
 */
const CSV_OPTIONS: Options = {
	record_delimiter: 'windows',
	// The library quotes fields with CR LF by itself, but not fields with a lone CR or LF.
	quoted_match: /[\r\n]/,
	escape_formulas: true,
};

const E164_PATTERN = /^\+[1-9]\d{5,14}$/;

/** Rows of an export that are read at a time. */
export const EXPORT_BATCH_SIZE = 1000;

/** A CSV file in chunks, its header first: at most one batch of rows is in memory at a time. */
export async function* generateCsv<Row>(
	columns: readonly Column<Row>[],
	batches: AsyncIterable<readonly Row[]>,
	timeZone: string,
): AsyncIterable<string> {
	// Sweden writes '2026-11-18 16:30:05', which every spreadsheet reads as a moment.
	const moments = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'medium',
	});

	/** Called for each string, with the index of its column. */
	function castString(value: string, { index }: CastingContext) {
		const isPlain = columns[index]?.isPhoneNumber && E164_PATTERN.test(value);
		return isPlain ? { value, escape_formulas: false } : value;
	}

	// The byte order mark tells spreadsheets that the file is UTF-8.
	yield stringify([columns.map(({ title }) => title)], { ...CSV_OPTIONS, bom: true });
	for await (const rows of batches) {
		yield stringify(
			rows.map((row) => columns.map(({ value }) => value(row))),
			{ ...CSV_OPTIONS, cast: { string: castString, date: (value) => moments.format(value) } },
		);
	}
}

/** A yes-or-no value as exports show it. */
export function yesOrNo(value: boolean): 'yes' | 'no' {
	return value ? 'yes' : 'no';
}
