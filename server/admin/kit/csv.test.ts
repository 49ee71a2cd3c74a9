import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

interface Person {
	id: number;
	name: string | null;
}

const COLUMNS = [
	{ title: 'Id', of: ({ id }: Person) => id },
	{ title: 'Name', of: ({ name }: Person) => name },
];

async function fileOf(...pages: Person[][]): Promise<string> {
	async function* inPages() {
		yield* pages;
	}
	let file = '';
	for await (const piece of csvOf(COLUMNS, inPages())) file += piece;
	return file;
}

test('begins with the mark of UTF-8 and the titles, also where nothing follows', async () => {
	expect(await fileOf()).toBe('\uFEFFId,Name\r\n');
	expect(await fileOf([])).toBe('\uFEFFId,Name\r\n');
});

test('has one line for every row of every page', async () => {
	const file = await fileOf([{ id: 1, name: 'Asha' }], [{ id: 2, name: null }]);

	expect(file).toBe('\uFEFFId,Name\r\n1,Asha\r\n2,\r\n');
});

test.each([
	['a comma', 'Asha, Rao', '"Asha, Rao"'],
	['a quotation mark', 'the "dean"', '"the ""dean"""'],
	['a new line', 'one\ntwo', '"one\ntwo"'],
	['a carriage return', 'one\rtwo', '"one\rtwo"'],
	['other scripts', 'आशा 🛠', 'आशा 🛠'],
])('%s stays within its field', async (_, name, field) => {
	expect(await fileOf([{ id: 1, name }])).toBe(`\uFEFFId,Name\r\n1,${field}\r\n`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'])(
	'%j is words to a spreadsheet, not a formula',
	async (name) => {
		expect(await fileOf([{ id: 1, name }])).toContain(`1,'${name}`);
	},
);

test('numbers below nothing stay numbers', async () => {
	expect(await fileOf([{ id: -1, name: 'Asha' }])).toContain('\r\n-1,Asha');
});
