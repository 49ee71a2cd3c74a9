import { expect, test } from 'vitest';
import type { DetailField } from './schemas.ts';
import { shownDetails } from './shown-details.ts';

const FIELDS: DetailField[] = [
	{ key: 'isbn', label: 'ISBN', kind: 'isbn' },
	{ key: 'author', label: 'Author', kind: 'text' },
	{ key: 'signed', label: 'Signed', kind: 'yes-no' },
	{ key: 'edition', label: 'Edition', kind: 'text' },
];

test('item details are shown in the order of the category’s fields; all except yes-no details have a search query', () => {
	const details = { signed: 'yes', author: 'Oppenheim', isbn: '9780138147570' };

	expect(shownDetails(FIELDS, details)).toEqual([
		{ label: 'ISBN', text: '978-0138147570', query: '9780138147570' },
		{ label: 'Author', text: 'Oppenheim', query: 'Oppenheim' },
		{ label: 'Signed', text: 'Yes', query: undefined },
	]);
});

test('an item detail whose field was removed from the category is not shown', () => {
	expect(shownDetails(FIELDS, { volume: '2' })).toEqual([]);
});
