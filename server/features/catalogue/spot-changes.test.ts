import { expect, test } from 'vitest';
import { describeSpotChanges } from './spot-changes.ts';

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
