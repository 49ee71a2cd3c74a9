import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { validateItem } from './validate.ts';

const typed = {
	title: ' Drafter ',
	description: 'Hardly used',
	price: '350.50',
	category: 'Books',
};

test('a complete form is sent trimmed, with the price as a number', () => {
	expect(validateItem('add', typed)).toEqual({
		fields: { title: 'Drafter', description: 'Hardly used', price: 350.5, category: 'Books' },
	});
});

test('an empty form gets an error for every field, in the form’s order', () => {
	const empty = { title: '', description: '', price: '', category: '' };

	expect(validateItem('add', empty).errors).toEqual([
		{ field: 'title', message: ITEM_MESSAGES.title },
		{ field: 'description', message: ITEM_MESSAGES.description },
		{ field: 'price', message: ITEM_MESSAGES.price },
		{ field: 'category', message: ITEM_MESSAGES.category },
	]);
});

test('only invalid fields get an error', () => {
	const { errors } = validateItem('add', { ...typed, title: '', category: '' });

	expect(errors?.map(({ field }) => field)).toEqual(['title', 'category']);
});

test('the two forms have different messages for an invalid price', () => {
	const free = { ...typed, price: '0' };

	expect(validateItem('add', free).errors?.[0]?.message).toBe(ITEM_MESSAGES.price);
	expect(validateItem('edit', free).errors?.[0]?.message).toBe(ITEM_MESSAGES.editPrice);
});

test('a title of 255 emoji fits, one more does not', () => {
	expect(validateItem('add', { ...typed, title: '📚'.repeat(255) }).errors).toBeUndefined();
	expect(validateItem('add', { ...typed, title: '📚'.repeat(256) }).errors?.[0]?.field).toBe(
		'title',
	);
});
