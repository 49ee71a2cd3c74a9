import { describe, expect, test } from 'vitest';
import { cropSquare, DEFAULT_CROP, dragCrop } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('crop square of a profile picture', () => {
	test('zooming in makes the crop square smaller around the same centre', () => {
		expect(cropSquare(wide, { ...DEFAULT_CROP, zoom: 2 })).toEqual({
			left: 150,
			top: 50,
			side: 100,
		});
	});

	test('the crop square can reach every edge of the picture, but not go beyond', () => {
		expect(cropSquare(wide, { zoom: 1, x: 0, y: 0 })).toEqual({ left: 0, top: 0, side: 200 });
		expect(cropSquare(wide, { zoom: 4, x: 1, y: 1 })).toEqual({ left: 350, top: 150, side: 50 });
	});
});

describe('dragging a profile picture in its crop frame', () => {
	test('dragging to the right shows more of the picture’s left side', () => {
		const crop = dragCrop(wide, DEFAULT_CROP, { x: 0.25, y: 0 });

		expect(cropSquare(wide, crop).left).toBe(50);
	});

	test('dragging stops at the edges, and does nothing in a direction without room to move', () => {
		expect(dragCrop(wide, DEFAULT_CROP, { x: 9, y: 9 })).toEqual({ zoom: 1, x: 0, y: 0.5 });
		expect(dragCrop(wide, DEFAULT_CROP, { x: -9, y: -9 })).toEqual({ zoom: 1, x: 1, y: 0.5 });
	});
});
