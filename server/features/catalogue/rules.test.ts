import { expect, test } from 'vitest';
import {
	categoriesInTheWay,
	compareLists,
	describeCategoryChanges,
	describeListChanges,
	describeNames,
	describeSpotChanges,
	type SentCategory,
} from './rules.ts';

const category = (id: number, name: string, changes: Partial<SentCategory> = {}) => ({
	id,
	name,
	icon: 'boxes' as const,
	isVisible: true,
	asksCondition: true,
	fields: [],
	...changes,
});
const STORED = [category(1, 'Books'), category(2, 'Maps'), category(3, 'Tools')];
const FIELD = { key: 'size', label: 'Size', kind: 'text' } as const;

test.each<[string, SentCategory[], string]>([
	['no change', STORED, ''],
	['an added category', [...STORED, { ...category(0, 'Pens'), id: undefined }], 'added “Pens”'],
	[
		'a renamed category',
		[category(1, 'Novels'), ...STORED.slice(1)],
		'renamed “Books” to “Novels”',
	],
	[
		'a hidden category',
		[category(1, 'Books', { isVisible: false }), ...STORED.slice(1)],
		'hidden “Books”',
	],
	[
		'another icon',
		[category(1, 'Books', { icon: 'flask' }), ...STORED.slice(1)],
		'icon of “Books”',
	],
	[
		'another asksCondition setting',
		[category(1, 'Books', { asksCondition: false }), ...STORED.slice(1)],
		'condition in “Books”',
	],
	[
		'other fields',
		[category(1, 'Books', { fields: [FIELD] }), ...STORED.slice(1)],
		'fields of “Books”',
	],
	['a removed category', STORED.slice(0, 2), 'removed “Tools”'],
	['another order', STORED.toReversed(), 'order changed'],
])('changes of categories are described for the audit log: %s', (_, sent, description) => {
	expect(describeCategoryChanges(STORED, sent)).toBe(description);
});

test('the audit log describes several changes of categories at once, including a category that is shown again', () => {
	const stored = [category(1, 'Books', { isVisible: false }), category(2, 'Maps')];
	const sent = [category(2, 'Atlases'), category(1, 'Books')];

	expect(describeCategoryChanges(stored, sent)).toBe(
		'renamed “Maps” to “Atlases”; shown “Books”; order changed',
	);
});

test('when many entries of a list change, the audit log names only the first twenty', () => {
	const names = Array.from({ length: 23 }, (_, index) => `S${index}`);

	const description = describeNames('added', names);

	expect(description).toContain('“S19” and 3 more');
	expect(description).not.toContain('S20');
});

test('the audit log describes added, changed, removed and reordered entries of a list, compared by their keys', () => {
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

	const nameOf = ({ code }: { code: string }) => code;
	const changes = compareLists(before, after, nameOf);

	expect(describeListChanges(changes, { nameOf })).toBe(
		'added “D”; changed “A”; removed “B”; order changed',
	);
	expect(describeListChanges(changes, { nameOf, noun: 'branches' })).toBe(
		'added branches “D”; changed branches “A”; removed branches “B”; order of branches changed',
	);
	expect(describeListChanges(compareLists(before, before, nameOf), { nameOf })).toBe('');
});

test('the audit log describes renamed, added, changed, removed and reordered hand-over spots', () => {
	const spot = (id: number, name: string, hint = '') => ({
		id,
		name,
		hint,
		opens: '08:00',
		closes: '20:00',
	});
	const stored = [spot(1, 'Canteen'), spot(2, 'Library'), spot(3, 'Gate')];
	const sent = [
		spot(2, 'Old library'),
		{ ...spot(1, 'Canteen'), closes: '21:00' },
		// The name of this new spot equals the id of the removed spot; the two must not be confused.
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

test('conflicts between new category names and stored names of other categories are found regardless of letter case', () => {
	const swapped = [category(1, 'maps'), category(2, 'BOOKS'), category(3, 'TOOLS')];

	expect(categoriesInTheWay(STORED, swapped).map(({ id }) => id)).toEqual([1, 2]);
	expect(categoriesInTheWay(STORED, STORED)).toEqual([]);
});
