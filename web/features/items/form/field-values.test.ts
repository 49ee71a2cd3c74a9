import { describe, expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { ItemFields } from '#contract/items/schemas.ts';
import { sampleCategories } from '#tests/support/catalogue-replies.ts';
import {
	EMPTY_VALUES,
	type ItemFormValues,
	toFormValues,
	validateItem,
	withLaterFields,
} from './field-values.ts';

const CATEGORIES = sampleCategories();

const typed = {
	...EMPTY_VALUES,
	title: ' Drafter ',
	description: 'Hardly used',
	price: '350.50',
	category: 'Books',
};

test('a complete item form is sent with trimmed texts and the price as a number', () => {
	expect(validateItem('add', typed, CATEGORIES)).toEqual({
		fields: {
			title: 'Drafter',
			description: 'Hardly used',
			price: 350.5,
			category: 'Books',
			condition: null,
			isFree: false,
			details: {},
			subjects: [],
			isPriceFixed: false,
		},
	});
});

test('the price of an item can be marked as fixed, unless the item is free', () => {
	const fixed = { ...typed, isPriceFixed: 'true' };
	const fieldsOf = (values: ItemFormValues) => validateItem('add', values, CATEGORIES);

	expect(fieldsOf(fixed)).toMatchObject({ fields: { isPriceFixed: true } });
	expect(fieldsOf({ ...fixed, isFree: 'true' })).toMatchObject({ fields: { isPriceFixed: false } });
});

test('an empty item form gets an error for every required field, in the order of the form', () => {
	expect(validateItem('add', EMPTY_VALUES, CATEGORIES).errors).toEqual([
		{ field: 'title', message: ITEM_ERRORS.title.message },
		{ field: 'description', message: ITEM_ERRORS.description.message },
		{ field: 'price', message: ITEM_ERRORS.price.message },
		{ field: 'category', message: ITEM_ERRORS.category.message },
	]);
});

test('only invalid fields of the item form get an error', () => {
	const { errors } = validateItem('add', { ...typed, title: '', category: '' }, CATEGORIES);

	expect(errors?.map(({ field }) => field)).toEqual(['title', 'category']);
});

test('the form for a new item and the edit form have different messages for an invalid price', () => {
	const zeroPriced = { ...typed, price: '0' };

	expect(validateItem('add', zeroPriced, CATEGORIES).errors?.[0]?.message).toBe(
		ITEM_ERRORS.price.message,
	);
	expect(validateItem('edit', zeroPriced, CATEGORIES).errors?.[0]?.message).toBe(
		ITEM_ERRORS.editPrice.message,
	);
});

test('an item title of 255 emoji is accepted, and one of 256 is refused', () => {
	expect(
		validateItem('add', { ...typed, title: '📚'.repeat(255) }, CATEGORIES).errors,
	).toBeUndefined();
	expect(
		validateItem('add', { ...typed, title: '📚'.repeat(256) }, CATEGORIES).errors?.[0]?.field,
	).toBe('title');
});

describe('optional fields of the item form', () => {
	const filled = {
		...typed,
		condition: 'good',
		details: JSON.stringify({ isbn: '0-13-814757-4', author: ' Oppenheim ' }),
		subjects: JSON.stringify(['EC301']),
	};

	test('optional fields are sent as the server stores them, with a 13-digit ISBN and a trimmed author', () => {
		expect(validateItem('add', filled, CATEGORIES)).toMatchObject({
			fields: {
				condition: 'good',
				details: { isbn: '9780138147570', author: 'Oppenheim' },
				subjects: ['EC301'],
			},
		});
	});

	test('an invalid optional field is reported with the name of its input', () => {
		const details = JSON.stringify({ isbn: '12', author: 'a'.repeat(81) });

		expect(validateItem('add', { ...filled, title: '', details }, CATEGORIES).errors).toEqual([
			{ field: 'title', message: ITEM_ERRORS.title.message },
			{ field: 'details.isbn', message: ITEM_ERRORS.detailIsbn('ISBN').message },
			{ field: 'details.author', message: ITEM_ERRORS.detailText('Author').message },
		]);
	});

	test('optional fields are filled in from an item, with the details sorted by key', () => {
		const { fields } = validateItem('add', filled, CATEGORIES) as { fields: ItemFields };

		expect(toFormValues(fields)).toMatchObject({
			condition: 'good',
			details: JSON.stringify({ author: 'Oppenheim', isbn: '9780138147570' }),
			subjects: '["EC301"]',
		});
		expect(toFormValues({ ...fields, details: {}, subjects: [] })).toMatchObject({
			details: '',
			subjects: '',
		});
	});

	test('optional fields that an older draft lacks are empty, or taken from the edited item', () => {
		const older: Partial<ItemFormValues> = { title: 'Half a thought', price: '12' };

		expect(withLaterFields(older)).toEqual({
			...EMPTY_VALUES,
			title: 'Half a thought',
			price: '12',
		});
		expect(withLaterFields(older, filled)).toMatchObject({
			title: 'Half a thought',
			condition: 'good',
		});
	});
});
