import { expect, test } from 'vitest';
import { generateCsv } from './csv.ts';

interface Person {
	id: number;
	name: string | null;
}

const COLUMNS = [
	{ title: 'Id', value: ({ id }: Person) => id },
	{ title: 'Name', value: ({ name }: Person) => name },
];

async function exportToString(...pages: Person[][]): Promise<string> {
	async function* batches() {
		yield* pages;
	}
	let file = '';
	for await (const chunk of generateCsv(COLUMNS, batches())) file += chunk;
	return file;
}

test('begins with the UTF-8 mark and the column titles, even without rows', async () => {
	expect(await exportToString()).toBe('\uFEFFId,Name\r\n');
	expect(await exportToString([])).toBe('\uFEFFId,Name\r\n');
});

test('has one line for every row of every page', async () => {
	const file = await exportToString([{ id: 1, name: 'Asha' }], [{ id: 2, name: null }]);

	expect(file).toBe('\uFEFFId,Name\r\n1,Asha\r\n2,\r\n');
});

test.each([
	['a comma', 'Asha, Rao', '"Asha, Rao"'],
	['a quotation mark', 'the "dean"', '"the ""dean"""'],
	['a new line', 'one\ntwo', '"one\ntwo"'],
	['a carriage return', 'one\rtwo', '"one\rtwo"'],
	['other scripts', 'आशा 🛠', 'आशा 🛠'],
])('%s stays within its field', async (_, name, field) => {
	expect(await exportToString([{ id: 1, name }])).toBe(`\uFEFFId,Name\r\n1,${field}\r\n`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'])(
	'%j is text to a spreadsheet, not a formula',
	async (name) => {
		expect(await exportToString([{ id: 1, name }])).toContain(`1,'${name}`);
	},
);

test('negative numbers stay numbers', async () => {
	expect(await exportToString([{ id: -1, name: 'Asha' }])).toContain('\r\n-1,Asha');
});
