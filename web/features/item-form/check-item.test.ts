import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { checkItem } from './check-item.ts';

const typed = {
	title: ' Drafter ',
	description: 'Hardly used',
	price: '350.50',
	category: 'Books',
};

test('a complete form is sent trimmed, with the price as a number', () => {
	expect(checkItem('add', typed)).toEqual({
		fields: { title: 'Drafter', description: 'Hardly used', price: 350.5, category: 'Books' },
	});
});

test('an empty form is told about its fields one after the other, from the top', () => {
	const wrong = { title: '', description: '', price: '', category: '' };

	expect(checkItem('add', wrong).broken).toEqual({ field: 'title', message: ITEM_MESSAGES.title });
	expect(checkItem('add', { ...wrong, title: 'a' }).broken?.field).toBe('description');
	expect(checkItem('add', { ...typed, price: '', category: '' }).broken?.field).toBe('price');
	expect(checkItem('add', { ...typed, category: '' }).broken?.field).toBe('category');
});

test('each form words its price rule in its own way', () => {
	const free = { ...typed, price: '0' };

	expect(checkItem('add', free).broken?.message).toBe(ITEM_MESSAGES.price);
	expect(checkItem('edit', free).broken?.message).toBe(ITEM_MESSAGES.editPrice);
});

test('a title of 255 emoji fits, one more does not', () => {
	expect(checkItem('add', { ...typed, title: '📚'.repeat(255) }).broken).toBeUndefined();
	expect(checkItem('add', { ...typed, title: '📚'.repeat(256) }).broken?.field).toBe('title');
});
