import { describe, expect, test } from 'vitest';
import { nearestTile, shiftedIndex, type TileRect } from './drag-order.ts';

/** Two rows of two tiles. */
const tiles: TileRect[] = [
	{ left: 0, top: 0, width: 100, height: 80 },
	{ left: 110, top: 0, width: 100, height: 80 },
	{ left: 0, top: 90, width: 100, height: 80 },
	{ left: 110, top: 90, width: 100, height: 80 },
];

describe('order of photos during a drag', () => {
	test.each([
		[50, 40, 0],
		[190, 20, 1],
		[-500, 300, 2],
		[106, 130, 3],
	])('a photo dragged to the point (%d, %d) is nearest to tile %d', (x, y, index) => {
		expect(nearestTile(tiles, x, y)).toBe(index);
	});

	test('a photo dragged towards the end moves the tiles that it passes one place towards the start', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 0, 2))).toEqual([0, 0, 1, 3]);
	});

	test('a photo dragged towards the start moves the tiles that it passes one place towards the end', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 3, 1))).toEqual([0, 2, 3, 3]);
	});

	test('a photo returned to its own place moves no tile', () => {
		expect([0, 1, 2, 3].map((index) => shiftedIndex(index, 2, 2))).toEqual([0, 1, 2, 3]);
	});
});
