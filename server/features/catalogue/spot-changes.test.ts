import { expect, test } from 'vitest';
import { describeSpotChanges } from './spot-changes.ts';

test('the log describes renamed, added, changed, removed and reordered spots', () => {
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
		// Not to be taken for the removed one, whose id is its name.
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
