import { expect, test } from 'vitest';
import { photoKey } from './photo-key.ts';

test('the same photo at two places of a list has two keys, and the key of a place is stable', () => {
	const photo = { url: '/photos/lamp-320.webp' };

	expect(photoKey(photo, 0)).not.toBe(photoKey(photo, 1));
	expect(photoKey({ ...photo }, 1)).toBe(photoKey(photo, 1));
});
