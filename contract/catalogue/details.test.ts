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

test('details are stored in the form of their fields, and empty ones are left out', () => {
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
])('the detail %s cannot be "%s"', (key, value, field) => {
	expect(parseDetails(FIELDS, { [key]: value })).toEqual({ refused: [{ key, field }] });
});

test('details whose field or choice is gone are dropped, the others stay', () => {
	const stored = { author: 'Oppenheim', exam: 'Practice', colour: 'red' };

	expect(keepValidDetails(FIELDS, stored)).toEqual({ author: 'Oppenheim' });
});
