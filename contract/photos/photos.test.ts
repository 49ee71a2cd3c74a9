import { describe, expect, test } from 'vitest';
import { checkEditedPhotos, checkNewPhotos, PHOTO_LIMITS } from './photos.ts';
import { photoUrlAt } from './sizes.ts';

const MEGABYTE = 1024 * 1024;
const photos = (count: number, size = 1000) =>
	Array.from({ length: count }, (_, index) => ({ name: `photo-${index + 1}.jpg`, size }));

describe('photos of a new item', () => {
	test.each([1, 2, 3, 4])('a new item can have %d photos', (count) => {
		expect(checkNewPhotos(photos(count))).toBeUndefined();
	});

	test('a new item must have at least one photo', () => {
		expect(checkNewPhotos([])?.message).toBe('Please upload at least one photo.');
	});

	test('a new item cannot have five photos', () => {
		expect(checkNewPhotos(photos(5))?.message).toBe('You can upload up to 4 photos only.');
	});

	test('a photo of 5 MB is accepted, and one byte more is refused', () => {
		expect(checkNewPhotos(photos(4, 5 * MEGABYTE))).toBeUndefined();
		expect(checkNewPhotos(photos(1, 5 * MEGABYTE + 1))?.message).toBe(
			'These files exceed 8MB limit: photo-1.jpg',
		);
	});

	test('the error for photos that are too large lists their file names', () => {
		const small = { name: 'small.png', size: 10 };

		expect(checkNewPhotos([...photos(2, 6 * MEGABYTE), small])?.message).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});
});

describe('photos of an edited item', () => {
	test.each([
		[0, 1],
		[1, 0],
		[2, 2],
		[4, 0],
		[0, 4],
	])('an edited item can have %d kept and %d new photos', (kept, added) => {
		expect(checkEditedPhotos(photos(added), kept)).toBeUndefined();
	});

	test('an edited item must have at least one photo, kept or new', () => {
		expect(checkEditedPhotos([], 0)?.message).toBe('Please keep at least one photo.');
	});

	test.each([
		[4, 1],
		[1, 4],
		[0, 5],
	])('an edited item cannot have %d kept and %d new photos', (kept, added) => {
		expect(checkEditedPhotos(photos(added), kept)?.message).toBe(
			'You can upload up to 4 photos total.',
		);
	});

	test('a new photo of 8 MB is accepted, and one byte more is refused', () => {
		expect(checkEditedPhotos(photos(2, 8 * MEGABYTE), 2)).toBeUndefined();
		expect(checkEditedPhotos(photos(2, 8 * MEGABYTE + 1), 2)?.message).toBe(
			'These files exceed 8MB limit: photo-1.jpg, photo-2.jpg',
		);
	});

	test('photos that are too large are reported before too many photos', () => {
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
	])('the photo URL %s becomes %s at the smallest size', (address, smallest) => {
		expect(photoUrlAt(address, 320)).toBe(smallest);
	});
});

test('the limits of photos are those that clients and screens show', () => {
	expect(PHOTO_LIMITS).toMatchObject({
		perItem: 4,
		addMaxBytes: 5_242_880,
		editMaxBytes: 8_388_608,
		maxPixels: 50_000_000,
	});
});
