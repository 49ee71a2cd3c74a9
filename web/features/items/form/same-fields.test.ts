import { expect, test } from 'vitest';
import type { ItemFields } from '#contract/items/schemas.ts';
import { hasSameFields } from './same-fields.ts';

const FIELDS: ItemFields = {
	title: 'Signals',
	description: 'Clean',
	price: 320,
	category: 'Books',
	isFree: false,
	condition: 'good',
	details: { isbn: '9780138147570', author: 'O' },
	subjects: ['EC301'],
};

test('two items with the same fields are equal, regardless of the order of their details', () => {
	const details = { author: 'O', isbn: '9780138147570' };

	expect(hasSameFields({ ...FIELDS, details }, FIELDS)).toBe(true);
});

test.each([
	{ title: 'Signals 2' },
	{ details: { isbn: '9780138147570' } },
	{ details: { isbn: '9780138147570', author: 'P' } },
	{ subjects: [] },
	{ subjects: ['EC302'] },
	{ condition: null },
])('two items that differ in %j are not equal', (change) => {
	expect(hasSameFields({ ...FIELDS, ...(change as Partial<ItemFields>) }, FIELDS)).toBe(false);
});

test('empty fields of two items are equal, whether they are stored as null, undefined or empty', () => {
	const empty = { ...FIELDS, condition: null, details: {}, subjects: [] };

	expect(
		hasSameFields({ ...empty, condition: undefined, details: null, subjects: null }, empty),
	).toBe(true);
});
