import { expect, test } from 'vitest';
import { keepValidDetails, parseDetails } from './details.ts';
import type { DetailField } from './schemas.ts';

const [isbn, author, exam, works]: DetailField[] = [
	{ key: 'isbn', label: 'ISBN', kind: 'isbn' },
	{ key: 'author', label: 'Author', kind: 'text' },
	{ key: 'exam', label: 'Exam', kind: 'choice', choices: ['Mid', 'End'] },
	{ key: 'works', label: 'Works', kind: 'yes-no' },
];
const FIELDS = [isbn, author, exam, works] as DetailField[];

test('item details are stored in the format of their fields, and empty details are left out', () => {
	const sent = { isbn: '0-13-814757-4', author: ' Oppenheim ', exam: 'End', works: '' };

	expect(parseDetails(FIELDS, sent)).toEqual({
		details: { isbn: '9780138147570', author: 'Oppenheim', exam: 'End' },
	});
});

test.each([
	['colour', 'red', undefined],
	['isbn', '123', isbn],
	['author', 'a'.repeat(81), author],
	['exam', 'end', exam],
	['works', 'perhaps', works],
])('the item detail "%s" cannot have the value "%s"', (key, value, field) => {
	expect(parseDetails(FIELDS, { [key]: value })).toEqual({ refused: [{ key, field }] });
});

test('stored item details whose field or choice no longer exists are dropped, and other details are kept', () => {
	const stored = { author: 'Oppenheim', exam: 'Practice', colour: 'red' };

	expect(keepValidDetails(FIELDS, stored)).toEqual({ author: 'Oppenheim' });
});
