import { expect, test } from 'vitest';
import { photoKey } from './photo-key.ts';

test('the same photo twice in a list has two keys, and one stays with its place', () => {
	const photo = { url: '/photos/lamp-320.webp' };

	expect(photoKey(photo, 0)).not.toBe(photoKey(photo, 1));
	expect(photoKey({ ...photo }, 1)).toBe(photoKey(photo, 1));
});
