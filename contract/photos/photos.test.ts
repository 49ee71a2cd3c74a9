import { describe, expect, test } from 'vitest';
import { brokenAddRule, brokenEditRule, PHOTO_LIMITS } from './photos.ts';
import { photoAt } from './sizes.ts';

const MEGABYTE = 1024 * 1024;
const photos = (count: number, size = 1000) =>
	Array.from({ length: count }, (_, index) => ({ name: `photo-${index + 1}.jpg`, size }));

describe("a new item's photos", () => {
	test.each([1, 2, 3, 4])('may be %d', (count) => {
		expect(brokenAddRule(photos(count))).toBeUndefined();
	});

	test('must be at least one', () => {
		expect(brokenAddRule([])).toBe('Please upload at least one photo.');
	});

	test('may not be five', () => {
		expect(brokenAddRule(photos(5))).toBe('You can upload up to 4 photos only.');
	});

	test('may have 5 MB each, and not a byte more', () => {
		expect(brokenAddRule(photos(4, 5 * MEGABYTE))).toBeUndefined();
		expect(brokenAddRule(photos(1, 5 * MEGABYTE + 1))).toBe(
			'These files exceed 8MB limit: photo-1.jpg',
		);
	});

	test('are named when they are too large, and only those', () => {
		const small = { name: 'small.png', size: 10 };

		expect(brokenAddRule([...photos(2, 6 * MEGABYTE), small])).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});

	test('are counted before they are weighed', () => {
		expect(brokenAddRule(photos(5, 6 * MEGABYTE))).toBe('You can upload up to 4 photos only.');
	});
});

describe("an edited item's photos", () => {
	test.each([
		[0, 1],
		[1, 0],
		[2, 2],
		[4, 0],
		[0, 4],
	])('may be %d kept and %d new', (kept, added) => {
		expect(brokenEditRule(photos(added), kept)).toBeUndefined();
	});

	test('must be at least one, kept or new', () => {
		expect(brokenEditRule([], 0)).toBe('Please keep at least one photo.');
	});

	test.each([
		[4, 1],
		[1, 4],
		[0, 5],
	])('may not be %d kept and %d new', (kept, added) => {
		expect(brokenEditRule(photos(added), kept)).toBe('You can upload up to 4 photos total.');
	});

	test('may have 8 MB each when new, and not a byte more', () => {
		expect(brokenEditRule(photos(2, 8 * MEGABYTE), 2)).toBeUndefined();
		expect(brokenEditRule(photos(2, 8 * MEGABYTE + 1), 2)).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});

	test('are weighed before they are counted', () => {
		expect(brokenEditRule(photos(5, 9 * MEGABYTE), 4)).toMatch(/^These files exceed 8MB limit: /);
	});
});

describe('the address of a photo', () => {
	test.each([
		['/photos/ab12-1600.webp', '/photos/ab12-320.webp'],
		['https://market.example/photos/ab12-640.webp', 'https://market.example/photos/ab12-320.webp'],
		['/photos/ab12-1600.webp?until=1&sig=x-1600', '/photos/ab12-320.webp?until=1&sig=x-1600'],
	])('%s names its smallest size as %s', (address, smallest) => {
		expect(photoAt(address, 320)).toBe(smallest);
	});
});

test('the limits are those of the documents', () => {
	expect(PHOTO_LIMITS).toMatchObject({
		perItem: 4,
		addMaxBytes: 5_242_880,
		editMaxBytes: 8_388_608,
		maxPixels: 50_000_000,
	});
});
