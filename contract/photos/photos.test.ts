import { describe, expect, test } from 'vitest';
import { checkEditedPhotos, checkNewPhotos, PHOTO_LIMITS } from './photos.ts';
import { photoUrlAt } from './sizes.ts';

const MEGABYTE = 1024 * 1024;
const photos = (count: number, size = 1000) =>
	Array.from({ length: count }, (_, index) => ({ name: `photo-${index + 1}.jpg`, size }));

describe("a new item's photos", () => {
	test.each([1, 2, 3, 4])('may be %d', (count) => {
		expect(checkNewPhotos(photos(count))).toBeUndefined();
	});

	test('must be at least one', () => {
		expect(checkNewPhotos([])).toBe('Please upload at least one photo.');
	});

	test('may not be five', () => {
		expect(checkNewPhotos(photos(5))).toBe('You can upload up to 4 photos only.');
	});

	test('may have 5 MB each, and not a byte more', () => {
		expect(checkNewPhotos(photos(4, 5 * MEGABYTE))).toBeUndefined();
		expect(checkNewPhotos(photos(1, 5 * MEGABYTE + 1))).toBe(
			'These files exceed 8MB limit: photo-1.jpg',
		);
	});

	test('are named when they are too large, and only those', () => {
		const small = { name: 'small.png', size: 10 };

		expect(checkNewPhotos([...photos(2, 6 * MEGABYTE), small])).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});

	test('are counted before they are weighed', () => {
		expect(checkNewPhotos(photos(5, 6 * MEGABYTE))).toBe('You can upload up to 4 photos only.');
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
		expect(checkEditedPhotos(photos(added), kept)).toBeUndefined();
	});

	test('must be at least one, kept or new', () => {
		expect(checkEditedPhotos([], 0)).toBe('Please keep at least one photo.');
	});

	test.each([
		[4, 1],
		[1, 4],
		[0, 5],
	])('may not be %d kept and %d new', (kept, added) => {
		expect(checkEditedPhotos(photos(added), kept)).toBe('You can upload up to 4 photos total.');
	});

	test('may have 8 MB each when new, and not a byte more', () => {
		expect(checkEditedPhotos(photos(2, 8 * MEGABYTE), 2)).toBeUndefined();
		expect(checkEditedPhotos(photos(2, 8 * MEGABYTE + 1), 2)).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});

	test('are weighed before they are counted', () => {
		expect(checkEditedPhotos(photos(5, 9 * MEGABYTE), 4)).toMatch(
			/^These files exceed 8MB limit: /,
		);
	});
});

describe('the address of a photo', () => {
	test.each([
		['/photos/ab12-1600.webp', '/photos/ab12-320.webp'],
		['https://market.example/photos/ab12-640.webp', 'https://market.example/photos/ab12-320.webp'],
		['/photos/ab12-1600.webp?until=1&sig=x-1600', '/photos/ab12-320.webp?until=1&sig=x-1600'],
	])('%s names its smallest size as %s', (address, smallest) => {
		expect(photoUrlAt(address, 320)).toBe(smallest);
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
