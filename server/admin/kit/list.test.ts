import { expect, test } from 'vitest';
import { type Column, generateCsv, percent, toOneDecimal } from './list.ts';

test('a ratio is converted to a percentage with one decimal', () => {
	expect(percent(2, 3)).toBe(66.7);
	expect(percent(3, 3)).toBe(100);
	expect(percent(1, 1000)).toBe(0.1);
});

test('the percentage of a total of 0 is 0', () => {
	expect(percent(0, 0)).toBe(0);
});

test('an average is rounded to one decimal', () => {
	expect(toOneDecimal(4.449)).toBe(4.4);
	expect(toOneDecimal(4.45)).toBe(4.5);
});

interface Person {
	id: number;
	name: string | null;
}

const COLUMNS = [
	{ title: 'Id', value: ({ id }: Person) => id },
	{ title: 'Name', value: ({ name }: Person) => name },
];

const exportPeople = (...batches: Person[][]) => exportToString(COLUMNS, batches);

async function exportToString<Row>(
	columns: readonly Column<Row>[],
	batches: Row[][],
): Promise<string> {
	async function* generateBatches() {
		yield* batches;
	}
	let file = '';
	for await (const chunk of generateCsv(columns, generateBatches(), 'Asia/Kolkata')) file += chunk;
	return file;
}

test('a CSV export begins with the UTF-8 byte order mark and the column titles, even without rows', async () => {
	expect(await exportPeople()).toBe('\uFEFFId,Name\r\n');
	expect(await exportPeople([])).toBe('\uFEFFId,Name\r\n');
});

test('a CSV export has one line for every row of every batch', async () => {
	const file = await exportPeople([{ id: 1, name: 'Asha' }], [{ id: 2, name: null }]);

	expect(file).toBe('\uFEFFId,Name\r\n1,Asha\r\n2,\r\n');
});

test('CSV values with a comma, a quotation mark, line ends or other scripts stay within their field', async () => {
	for (const [name, field] of [
		['Asha, Rao', '"Asha, Rao"'],
		['the "dean"', '"the ""dean"""'],
		['one\ntwo', '"one\ntwo"'],
		['one\rtwo', '"one\rtwo"'],
		['आशा 🛠', 'आशा 🛠'],
	] as const)
		expect(await exportPeople([{ id: 1, name }])).toBe(`\uFEFFId,Name\r\n1,${field}\r\n`);
});

test('a CSV export has moments in the time zone of the college', async () => {
	const column: Column<Date> = { title: 'Sent', value: (row) => row };

	const file = await exportToString([column], [[new Date('2026-11-18T20:00:05.678Z')]]);

	expect(file).toBe('\uFEFFSent\r\n2026-11-19 01:30:05\r\n');
});

test('CSV values that begin like a formula are exported as text, so that spreadsheets do not run them; negative numbers stay numbers', async () => {
	for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'])
		expect(await exportPeople([{ id: 1, name }])).toContain(`1,'${name}`);
	expect(await exportPeople([{ id: -1, name: 'Asha' }])).toContain('\r\n-1,Asha');
});

test.each([
	['+919876512345', '+919876512345'],
	['+1+2', "'+1+2"],
	['+919876512345+1', "'+919876512345+1"],
	['+919876512345\n', '"\'+919876512345\n"'],
	['=1+1', "'=1+1"],
])('%j in a column of phone numbers is exported as %s', async (phone, field) => {
	const column: Column<string> = { title: 'Phone', value: (row) => row, isPhoneNumber: true };

	expect(await exportToString([column], [[phone]])).toBe(`\uFEFFPhone\r\n${field}\r\n`);
});
