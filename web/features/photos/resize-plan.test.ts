import { describe, expect, test } from 'vitest';
import { candidateSizes, resizeAll } from './resize-plan.ts';

describe('sizes to try when a photo is resized', () => {
	test('a 12-megapixel photo is tried with a longer side of 2560 pixels first, then smaller, in its own aspect ratio', () => {
		expect(candidateSizes({ width: 4000, height: 3000 })).toEqual([
			{ width: 2560, height: 1920 },
			{ width: 2048, height: 1536 },
			{ width: 1600, height: 1200 },
			{ width: 1280, height: 960 },
		]);
	});

	test('for a portrait photo, the limit of the longer side applies to the height', () => {
		expect(candidateSizes({ width: 3000, height: 4000 })[0]).toEqual({ width: 1920, height: 2560 });
	});

	test('a photo is never enlarged: a photo 2000 pixels wide is tried at its own size first', () => {
		expect(candidateSizes({ width: 2000, height: 1000 }).map(({ width }) => width)).toEqual([
			2000, 1600, 1280,
		]);
	});

	test('a photo with few pixels but a large file is tried at its own size only', () => {
		expect(candidateSizes({ width: 900, height: 600 })).toEqual([{ width: 900, height: 600 }]);
	});

	test('the shorter side of an extremely narrow photo keeps at least one pixel', () => {
		expect(candidateSizes({ width: 30_000, height: 2 })[0]).toEqual({ width: 2560, height: 1 });
	});
});

describe('resizing selected files', () => {
	const small = new File(['12'], 'small.jpg');
	const large = new File(['12345'], 'large.jpg');

	test('only photos above the size limit are changed, and the order is kept', async () => {
		const smaller = new File(['123'], 'large.jpg');

		const resized = await resizeAll([large, small], 4, async () => smaller);

		expect(resized).toEqual([smaller, small]);
		expect(resized[0]).toBe(smaller);
		expect(resized[1]).toBe(small);
	});

	test('a photo exactly at the size limit is left unchanged', async () => {
		const [result] = await resizeAll([large], large.size, async () => small);

		expect(result).toBe(large);
	});

	test('a photo that cannot be resized is kept, so that the size check can refuse the photo by name', async () => {
		const [result] = await resizeAll([large], 4, async () => undefined);

		expect(result).toBe(large);
	});
});
