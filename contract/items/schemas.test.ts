import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import {
	editedItemMessages,
	FIELDS,
	messagesOf,
	newItem,
	newItemMessages,
} from './example-item.ts';
import { ITEM_MESSAGES, OPTIONAL_ITEM_FIELDS } from './facts.ts';
import { ITEM_FIELD_NAMES, newItemFields } from './schemas.ts';

describe('a new item', () => {
	test('a new item gets a message for every missing field, in the order of the form', () => {
		expect(messagesOf(newItem, {})).toEqual([
			'Title must be between 1 and 255 characters.',
			'Description must be between 1 and 255 characters.',
			'Price must be between ₹0.01 and ₹999,999.99',
			'Please select a valid category.',
		]);
	});

	test('a new item gets the messages of missing fields for values of a wrong type', () => {
		const wrong = { title: 5, description: null, price: true, category: ['Books'] };

		expect(newItemMessages(wrong)).toEqual(messagesOf(newItem, {}));
	});

	test('the texts of a new item are trimmed, and its price is parsed to a number', () => {
		const sent = { ...FIELDS, title: '  Mini drafter\n', price: ' 450.50 ' };

		expect(z.parse(newItemFields, sent)).toEqual({ ...FIELDS, price: 450.5 });
	});

	test('an item has four required fields and the declared optional fields', () => {
		const required = ['title', 'description', 'price', 'category'];

		expect(ITEM_FIELD_NAMES.toSorted()).toEqual([...required, ...OPTIONAL_ITEM_FIELDS].toSorted());
	});

	test('fields of a new item that the form does not have are dropped', () => {
		const sent = { ...FIELDS, sellerId: 1, isAvailable: false };

		expect(z.parse(newItemFields, sent)).toEqual({ ...FIELDS, price: 450 });
	});
});

describe.each([
	['title', ITEM_ERRORS.title.message],
	['description', ITEM_ERRORS.description.message],
])('the %s', (field, message) => {
	test.each([
		['an empty text', '', false],
		['only spaces', ' \n\t ', false],
		['one character', 'x', true],
		['255 characters', 'x'.repeat(255), true],
		['256 characters', 'x'.repeat(256), false],
		['255 characters between spaces', `  ${'x'.repeat(255)}  `, true],
		['255 emoji, each two code units long', '🎒'.repeat(255), true],
		['256 emoji', '🎒'.repeat(256), false],
		['127 letters, each with a combining mark', 'e\u0301'.repeat(127), true],
		['128 letters, each with a combining mark', 'e\u0301'.repeat(128), false],
		['Devanagari', 'किताबें', true],
	])(
		'a title or description must have 1 to 255 Unicode code points: %s',
		(_what, value, allowed) => {
			expect(newItemMessages({ [field]: value })).toEqual(allowed ? [] : [message]);
			expect(editedItemMessages({ [field]: value })).toEqual(allowed ? [] : [message]);
		},
	);

	test('a title or description with a NUL character is refused', () => {
		expect(newItemMessages({ [field]: 'a\0b' })).toEqual([REQUEST_ERRORS.badText.message]);
	});

	test('a lone surrogate in a title or description is replaced', () => {
		const parsed = z.parse(newItemFields, { ...FIELDS, [field]: 'a\ud83cb' });

		expect(parsed).toMatchObject({ [field]: 'a\ufffdb' });
	});

	test('a random title or description is accepted only with 1 to 255 code points', () => {
		const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
		fc.assert(
			fc.property(letters, (value) => {
				const length = [...value.trim()].length;
				fc.pre(!value.includes('\0'));
				expect(newItemMessages({ [field]: value })).toEqual(
					length >= 1 && length <= 255 ? [] : [message],
				);
			}),
		);
	});
});

describe('the category of an item', () => {
	test.each(['', undefined, 5, 'a\0b'])(
		'the category %j is refused by the schema, before the catalogue is read',
		(category) => {
			expect(newItemMessages({ category })).toHaveLength(1);
		},
	);
});

describe('a free item', () => {
	test.each([true, 'true'])(
		'a free item needs no price, and a price that is sent is ignored (isFree: %j)',
		(isFree) => {
			const parsed = z.parse(newItem, { ...FIELDS, price: 'x', isFree });

			expect(parsed).toMatchObject({ isFree: true });
			expect(parsed.price).toBeUndefined();
		},
	);

	test.each([false, 'false', '', undefined])(
		'a free item must be sent with isFree: a price of 0 is refused when isFree is %j',
		(isFree) => {
			expect(newItemMessages({ price: '0', isFree })).toEqual([ITEM_ERRORS.price.message]);
		},
	);
});

describe('optional fields of an item', () => {
	test.each([
		['condition', 'mint', ITEM_ERRORS.condition.message],
		['isFree', 'perhaps', ITEM_ERRORS.isFree.message],
		['details', '[1]', ITEM_ERRORS.details.message],
		['details', '{"9key":"x"}', ITEM_ERRORS.details.message],
		['details', 'author', ITEM_ERRORS.details.message],
		['subjects', '["A1","B2","C3","D4"]', ITEM_ERRORS.subjects.message],
		['subjects', '["no code"]', ITEM_ERRORS.subjects.message],
		['subjects', '{"0":"EC301"}', ITEM_ERRORS.subjects.message],
	])('the optional field %s refuses the value %j', (field, sent, message) => {
		expect(newItemMessages({ [field]: sent })).toEqual([message]);
		expect(editedItemMessages({ [field]: sent })).toEqual([message]);
	});

	test('an optional field is parsed as null from an empty text or null, and as undefined if it is missing', () => {
		const emptied = { condition: '', details: null, subjects: '' };

		expect(z.parse(newItemFields, { ...FIELDS, ...emptied })).toMatchObject({
			condition: null,
			details: null,
			subjects: null,
		});
		expect(z.parse(newItemFields, FIELDS).condition).toBeUndefined();
	});

	test('optional fields are parsed from the JSON texts of a form', () => {
		const sent = { details: '{"author":" Oppenheim ","isbn":null}', subjects: '["EC301"]' };

		expect(z.parse(newItemFields, { ...FIELDS, ...sent })).toMatchObject({
			details: { author: 'Oppenheim', isbn: '' },
			subjects: ['EC301'],
		});
	});
});

test('the item messages are those that clients and screens show', () => {
	expect(ITEM_MESSAGES).toMatchObject({
		accessDenied: 'Access Denied',
		addFailed: 'Failed to add item.',
		updateFailed: 'Failed to update item.',
		failed: 'Something went wrong. Please try again.',
		noConnection: 'Error connecting to server.',
		sellConfirmation:
			"This action can't be reversed without admin's request. Do you want to proceed?",
		sellCancelled: 'Action cancelled.',
		sellSucceeded: 'Action completed successfully!',
	});
	expect(ITEM_ERRORS).toMatchObject({
		signInToAdd: { message: 'Please log in to add an item.' },
		signInToEdit: { message: 'Please log in to edit this item.' },
		signInToUpdate: { message: 'Please log in to update this item.' },
		notFound: { message: 'Item not found.' },
		notOwner: { message: "You don't have permission to edit this item." },
		alreadySold: { message: 'this product is sold' },
	});
	expect(ITEM_MESSAGES.expectedJson('<html>')).toBe('Expected JSON, but received: <html>');
});
