import { expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { EMPTY_VALUES, validateItem } from './field-values.ts';

const typed = {
	...EMPTY_VALUES,
	title: ' Drafter ',
	description: 'Hardly used',
	price: '350.50',
	category: 'Books',
};

test('a complete form is sent trimmed, with the price as a number', () => {
	expect(validateItem('add', typed)).toEqual({
		fields: {
			...{ title: 'Drafter', description: 'Hardly used', price: 350.5, category: 'Books' },
			...{ condition: null, isFree: false },
		},
	});
});

test('an empty form gets an error for every field, in the form’s order', () => {
	expect(validateItem('add', EMPTY_VALUES).errors).toEqual([
		{ field: 'title', message: ITEM_ERRORS.title.message },
		{ field: 'description', message: ITEM_ERRORS.description.message },
		{ field: 'price', message: ITEM_ERRORS.price.message },
		{ field: 'category', message: ITEM_ERRORS.category.message },
	]);
});

test('only invalid fields get an error', () => {
	const { errors } = validateItem('add', { ...typed, title: '', category: '' });

	expect(errors?.map(({ field }) => field)).toEqual(['title', 'category']);
});

test('the two forms have different messages for an invalid price', () => {
	const free = { ...typed, price: '0' };

	expect(validateItem('add', free).errors?.[0]?.message).toBe(ITEM_ERRORS.price.message);
	expect(validateItem('edit', free).errors?.[0]?.message).toBe(ITEM_ERRORS.editPrice.message);
});

test('a title of 255 emoji fits, one more does not', () => {
	expect(validateItem('add', { ...typed, title: '📚'.repeat(255) }).errors).toBeUndefined();
	expect(validateItem('add', { ...typed, title: '📚'.repeat(256) }).errors?.[0]?.field).toBe(
		'title',
	);
});
