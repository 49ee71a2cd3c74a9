import { describe, expect, test } from 'vitest';
import { nearestTile, shiftedIndex, type TileRect } from './drag-order.ts';

/** Two tiles in a row, two below. */
const tiles: TileRect[] = [
	{ left: 0, top: 0, width: 100, height: 80 },
	{ left: 110, top: 0, width: 100, height: 80 },
	{ left: 0, top: 90, width: 100, height: 80 },
	{ left: 110, top: 90, width: 100, height: 80 },
];

describe('a photo that is dragged', () => {
	test.each([
		[50, 40, 0],
		[190, 20, 1],
		[-500, 300, 2],
		[106, 130, 3],
	])('to %d, %d is over place %d', (x, y, index) => {
		expect(nearestTile(tiles, x, y)).toBe(index);
	});

	test('forwards lets those between move up', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 0, 2))).toEqual([0, 0, 1, 3]);
	});

	test('to the front lets those before it make room', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 3, 1))).toEqual([0, 2, 3, 3]);
	});

	test('back to its own place moves nobody', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 2, 2))).toEqual([0, 1, 2, 3]);
	});
});
