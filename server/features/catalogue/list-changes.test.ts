import { expect, test } from 'vitest';
import type { CategoryInput } from '#contract/catalogue/list-schemas.ts';
import {
	compareLists,
	describeCategoryChanges,
	describeListChanges,
	describeNames,
} from './list-changes.ts';
import { categoriesInTheWay } from './rules.ts';
import { describeSpotChanges } from './spot-changes.ts';

const category = (id: number, name: string, changes: Partial<CategoryInput> = {}) => ({
	...{ id, name, icon: 'boxes' as const, isVisible: true, asksCondition: true, fields: [] },
	...changes,
});
const STORED = [category(1, 'Books'), category(2, 'Maps'), category(3, 'Tools')];
const FIELD = { key: 'size', label: 'Size', kind: 'text' } as const;

test.each<[string, CategoryInput[], string]>([
	['nothing', STORED, ''],
	['a new one', [...STORED, { ...category(0, 'Pens'), id: undefined }], 'added “Pens”'],
	['a new name', [category(1, 'Novels'), ...STORED.slice(1)], 'renamed “Books” to “Novels”'],
	['hiding', [category(1, 'Books', { isVisible: false }), ...STORED.slice(1)], 'hidden “Books”'],
	['an icon', [category(1, 'Books', { icon: 'flask' }), ...STORED.slice(1)], 'icon of “Books”'],
	[
		'whether the condition is asked for',
		[category(1, 'Books', { asksCondition: false }), ...STORED.slice(1)],
		'condition in “Books”',
	],
	['fields', [category(1, 'Books', { fields: [FIELD] }), ...STORED.slice(1)], 'fields of “Books”'],
	['deletion', STORED.slice(0, 2), 'removed “Tools”'],
	['order', STORED.toReversed(), 'order changed'],
])('of changed categories the log names %s', (_, sent, description) => {
	expect(describeCategoryChanges(STORED, sent)).toBe(description);
});

test('the log tells of a shown category, and of several changes at once', () => {
	const hidden = [category(1, 'Books', { isVisible: false }), category(2, 'Maps')];
	const sent = [category(2, 'Atlases'), category(1, 'Books')];

	expect(describeCategoryChanges(hidden, sent)).toBe(
		'renamed “Maps” to “Atlases”; shown “Books”; order changed',
	);
});

test('of a long list the log names the first twenty', () => {
	const names = Array.from({ length: 23 }, (_, index) => `S${index}`);

	const description = describeNames('added', names);

	expect(description).toContain('“S19” and 3 more');
	expect(description).not.toContain('S20');
});

test('lists are compared by the keys of their entries', () => {
	const before = [
		{ code: 'A', name: 'a' },
		{ code: 'B', name: 'b' },
		{ code: 'C', name: 'c' },
	];
	const after = [
		{ code: 'D', name: 'd' },
		{ code: 'C', name: 'c' },
		{ code: 'A', name: 'x' },
	];

	const changes = compareLists(before, after, ({ code }) => code);

	expect(describeListChanges(changes, ({ code }) => code)).toBe(
		'added “D”; changed “A”; removed “B”; order changed',
	);
	expect(describeListChanges(changes, ({ code }) => code, 'branches')).toBe(
		'added branches “D”; changed branches “A”; removed branches “B”; order of branches changed',
	);
	expect(
		describeListChanges(
			compareLists(before, before, ({ code }) => code),
			String,
		),
	).toBe('');
});

test('a category is in the way where another gets its name, whatever the case', () => {
	const swapped = [category(1, 'maps'), category(2, 'BOOKS'), category(3, 'TOOLS')];

	expect(categoriesInTheWay(STORED, swapped).map(({ id }) => id)).toEqual([1, 2]);
	expect(categoriesInTheWay(STORED, STORED)).toEqual([]);
});

test('of changed spots the log names new names, other changes and the order', () => {
	const spot = (id: number, name: string, hint = '') => ({
		...{ id, name, hint },
		...{ opens: '08:00', closes: '20:00' },
	});
	const stored = [spot(1, 'Canteen'), spot(2, 'Library'), spot(3, 'Gate')];
	const sent = [
		spot(2, 'Old library'),
		{ ...spot(1, 'Canteen'), closes: '21:00' },
		{ ...spot(0, '3'), id: undefined },
	];

	expect(describeSpotChanges(stored, sent)).toBe(
		'renamed “Library” to “Old library”; added “3”; changed “Canteen”; removed “Gate”; order changed',
	);
	expect(describeSpotChanges(stored, [spot(1, 'Mess', 'Upstairs'), ...stored.slice(1)])).toBe(
		'renamed “Canteen” to “Mess”; changed “Mess”',
	);
	expect(describeSpotChanges(stored, stored)).toBe('');
});
