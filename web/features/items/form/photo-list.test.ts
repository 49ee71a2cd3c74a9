import { describe, expect, test } from 'vitest';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import {
	isHeic,
	type ListedPhoto,
	movePhotoTo,
	pickError,
	removePhoto,
	swapWithNeighbour,
	toExistingPhotos,
	toNewPhotos,
	toPhotosPayload,
} from './photo-list.ts';

function file(name: string, { bytes = 10, type = 'image/jpeg' } = {}): File {
	const result = new File([], name, { type });
	Object.defineProperty(result, 'size', { value: bytes });
	return result;
}

function newPhotos(...names: string[]): ListedPhoto[] {
	return names.map((name) => {
		const original = file(name);
		return { kind: 'new', key: name, file: original, original, turns: 0 };
	});
}

function existingPhotos(...names: string[]): ListedPhoto[] {
	return toExistingPhotos(
		names.map((name) => ({ url: `/photos/${name}`, width: 4, height: 3, thumbhash: '' })),
	);
}

const keys = (photos: readonly ListedPhoto[]) => photos.map((photo) => photo.key);

describe('order of photos in the item form', () => {
	test('a moved photo swaps with its neighbour, so that any photo can become the cover', () => {
		const photos = newPhotos('front', 'back', 'side');

		expect(keys(swapWithNeighbour(photos, 'back', -1))).toEqual(['back', 'front', 'side']);
		expect(keys(swapWithNeighbour(photos, 'back', 1))).toEqual(['front', 'side', 'back']);
	});

	test('a dragged photo shifts the photos between its old and its new position', () => {
		const photos = newPhotos('a', 'b', 'c', 'd');

		expect(keys(movePhotoTo(photos, 3, 0))).toEqual(['d', 'a', 'b', 'c']);
		expect(keys(movePhotoTo(photos, 0, 2))).toEqual(['b', 'c', 'a', 'd']);
		expect(movePhotoTo(photos, 1, 1)).toBe(photos);
	});

	test('the same file picked twice counts as two photos', () => {
		const twice = toNewPhotos([file('front'), file('front')]);

		expect(new Set(keys(twice)).size).toBe(2);
	});

	test('a photo that an item has twice counts as two photos, each removed and moved on its own', () => {
		const photos = existingPhotos('front', 'front', 'back');
		const [first = '', second = '', third = ''] = keys(photos);

		expect(keys(removePhoto(photos, second))).toEqual([first, third]);
		expect(keys(swapWithNeighbour(photos, second, 1))).toEqual([first, third, second]);
	});

	test('removing the cover makes the next photo the cover', () => {
		expect(keys(removePhoto(newPhotos('front', 'back'), 'front'))).toEqual(['back']);
	});

	test('kept and new photos are sent in the order in which they are shown', () => {
		const [first, second] = existingPhotos('a', 'b');
		const [front, back] = newPhotos('front', 'back');
		const photos = [front, second, back, first].filter((photo) => photo !== undefined);

		const payload = toPhotosPayload(photos, (key) => ({
			url: `/sent/${key}`,
			width: 4,
			height: 3,
			thumbhash: '',
		}));

		expect(payload.order).toEqual(['up:0', 'keep:0', 'up:1', 'keep:1']);
		expect(payload.keepExistingImages).toEqual(['/photos/b', '/photos/a']);
		expect(payload.uploaded).toEqual(['/sent/front', '/sent/back']);
	});
});

describe('selection of photo files in the item form', () => {
	test('a selection of photo files is accepted up to four photos in total', () => {
		expect(pickError('add', newPhotos('a', 'b'), [file('c'), file('d')])).toBeUndefined();
		expect(pickError('edit', existingPhotos('a', 'b'), [file('c'), file('d')])).toBeUndefined();
	});

	test('a selection that makes more than four photos is rejected with the form’s own message', () => {
		const three = [file('x'), file('y'), file('z')];

		expect(pickError('add', newPhotos('a', 'b'), three)).toBe(PHOTO_ERRORS.addTooMany.message);
		expect(pickError('edit', existingPhotos('a', 'b'), three)).toBe(
			PHOTO_ERRORS.editTooMany.message,
		);
	});

	test('files above the size limit of the form are rejected by name', () => {
		const large = file('large.jpg', { bytes: PHOTO_LIMITS.addMaxBytes + 1 });

		expect(pickError('add', [], [file('small.jpg'), large])).toBe(
			'These files exceed 8MB limit: large.jpg',
		);
		expect(pickError('edit', [], [large])).toBeUndefined();
	});

	test('files that are not photos are rejected by name', () => {
		const notes = file('notes.pdf', { type: 'application/pdf' });

		expect(pickError('add', [], [file('a.jpg'), notes])).toBe(
			PHOTO_ERRORS.unreadable(['notes.pdf']).message,
		);
	});

	test('a HEIC photo is accepted, even if the browser does not know its type', () => {
		const heic = file('IMG_1.HEIC', { type: '' });

		expect(pickError('add', [], [heic])).toBeUndefined();
		expect(isHeic(heic)).toBe(true);
		expect(isHeic(file('IMG_1.jpg'))).toBe(false);
	});
});
