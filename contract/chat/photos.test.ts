import { expect, test } from 'vitest';
import { CHAT_ERRORS } from './errors.ts';
import { CHAT_LIMITS, CHAT_MESSAGES } from './facts.ts';
import { checkChatPhotos } from './photos.ts';

const TEN_MEGABYTES = 10_485_760;
const files = (count: number, size = 1000) =>
	Array.from({ length: count }, (_, index) => ({ name: `photo-${index + 1}.jpg`, size }));

test.each([1, 2, 3, 4])('a message can have %d photos of 10 MB each', (count) => {
	expect(checkChatPhotos(files(count, TEN_MEGABYTES))).toBeUndefined();
});

test('a message cannot have five photos', () => {
	expect(checkChatPhotos(files(5))).toEqual({
		code: 'chat/too-many-photos',
		message: 'You can send up to 4 photos in a message.',
	});
});

test('when chat photos are too large, the error lists their file names', () => {
	const picked = [...files(2, TEN_MEGABYTES + 1), { name: 'small.png', size: 10 }];

	expect(checkChatPhotos(picked)?.message).toBe(
		'These photos exceed 10 MB: photo-1.jpg, photo-2.jpg',
	);
});

test('the limits and codes of chat photos are those of the requirements', () => {
	expect(CHAT_LIMITS).toMatchObject({ photosMax: 4, photosPerDay: 40 });
	expect(CHAT_ERRORS.photoNotYours.code).toBe('chat/photo-not-yours');
	expect(CHAT_ERRORS.photoAlreadySent.code).toBe('chat/photo-already-sent');
	expect(CHAT_ERRORS.photosPerDay.code).toBe('chat/photos-per-day');
});

test('the text for older clients says how many photos were sent', () => {
	expect([1, 2, 3].map(CHAT_MESSAGES.photosSent)).toEqual([
		'Sent a photo.',
		'Sent 2 photos.',
		'Sent 3 photos.',
	]);
});
