import { describe, expect, test } from 'vitest';
import { nearestTile, shiftedIndex, type TileRect } from './drag-order.ts';

/** Two rows of two tiles. */
const tiles: TileRect[] = [
	{ left: 0, top: 0, width: 100, height: 80 },
	{ left: 110, top: 0, width: 100, height: 80 },
	{ left: 0, top: 90, width: 100, height: 80 },
	{ left: 110, top: 90, width: 100, height: 80 },
];

describe('a dragged photo', () => {
	test.each([
		[50, 40, 0],
		[190, 20, 1],
		[-500, 300, 2],
		[106, 130, 3],
	])('at the point %d, %d is over tile %d', (x, y, index) => {
		expect(nearestTile(tiles, x, y)).toBe(index);
	});

	test('moves the tiles in between one place forward when dragged towards the end', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 0, 2))).toEqual([0, 0, 1, 3]);
	});

	test('moves the tiles in between one place back when dragged towards the start', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 3, 1))).toEqual([0, 2, 3, 3]);
	});

	test('moves no tile when returned to its own place', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 2, 2))).toEqual([0, 1, 2, 3]);
	});
});
