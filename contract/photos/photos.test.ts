import { describe, expect, test } from 'vitest';
import { checkEditedPhotos, checkNewPhotos, PHOTO_LIMITS } from './photos.ts';
import { photoUrlAt } from './sizes.ts';

const MEGABYTE = 1024 * 1024;
const photos = (count: number, size = 1000) =>
	Array.from({ length: count }, (_, index) => ({ name: `photo-${index + 1}.jpg`, size }));

describe("a new item's photos", () => {
	test.each([1, 2, 3, 4])('can be %d', (count) => {
		expect(checkNewPhotos(photos(count))).toBeUndefined();
	});

	test('must be at least one', () => {
		expect(checkNewPhotos([])?.message).toBe('Please upload at least one photo.');
	});

	test('cannot be five', () => {
		expect(checkNewPhotos(photos(5))?.message).toBe('You can upload up to 4 photos only.');
	});

	test('can have 5 MB each, and not a byte more', () => {
		expect(checkNewPhotos(photos(4, 5 * MEGABYTE))).toBeUndefined();
		expect(checkNewPhotos(photos(1, 5 * MEGABYTE + 1))?.message).toBe(
			'These files exceed 8MB limit: photo-1.jpg',
		);
	});

	test('are listed by name if they are too large', () => {
		const small = { name: 'small.png', size: 10 };

		expect(checkNewPhotos([...photos(2, 6 * MEGABYTE), small])?.message).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});

	test('are refused for their number before their size', () => {
		expect(checkNewPhotos(photos(5, 6 * MEGABYTE))?.message).toBe(
			'You can upload up to 4 photos only.',
		);
	});
});

describe("an edited item's photos", () => {
	test.each([
		[0, 1],
		[1, 0],
		[2, 2],
		[4, 0],
		[0, 4],
	])('can be %d kept and %d new', (kept, added) => {
		expect(checkEditedPhotos(photos(added), kept)).toBeUndefined();
	});

	test('must be at least one, kept or new', () => {
		expect(checkEditedPhotos([], 0)?.message).toBe('Please keep at least one photo.');
	});

	test.each([
		[4, 1],
		[1, 4],
		[0, 5],
	])('cannot be %d kept and %d new', (kept, added) => {
		expect(checkEditedPhotos(photos(added), kept)?.message).toBe(
			'You can upload up to 4 photos total.',
		);
	});

	test('can have 8 MB each when new, and not a byte more', () => {
		expect(checkEditedPhotos(photos(2, 8 * MEGABYTE), 2)).toBeUndefined();
		expect(checkEditedPhotos(photos(2, 8 * MEGABYTE + 1), 2)?.message).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});

	test('are refused for their size before their number', () => {
		expect(checkEditedPhotos(photos(5, 9 * MEGABYTE), 4)?.message).toMatch(
			/^These files exceed 8MB limit: /,
		);
	});
});

describe('the URL of a photo', () => {
	test.each([
		['/photos/ab12-1600.webp', '/photos/ab12-320.webp'],
		['https://market.example/photos/ab12-640.webp', 'https://market.example/photos/ab12-320.webp'],
		['/photos/ab12-1600.webp?until=1&sig=x-1600', '/photos/ab12-320.webp?until=1&sig=x-1600'],
	])('%s becomes %s at the smallest size', (address, smallest) => {
		expect(photoUrlAt(address, 320)).toBe(smallest);
	});
});

test('the limits of photos are those of the specification', () => {
	expect(PHOTO_LIMITS).toMatchObject({
		perItem: 4,
		addMaxBytes: 5_242_880,
		editMaxBytes: 8_388_608,
		maxPixels: 50_000_000,
	});
});
