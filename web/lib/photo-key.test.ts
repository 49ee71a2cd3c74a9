import { expect, test } from 'vitest';
import { photoKey } from './photo-key.ts';

test('the same photo at two positions of a list has two React keys, and the key of a position is stable', () => {
	const photo = { url: '/photos/lamp-320.webp' };

	expect(photoKey(photo, 0)).not.toBe(photoKey(photo, 1));
	expect(photoKey({ ...photo }, 1)).toBe(photoKey(photo, 1));
});
