import { expect, test } from 'vitest';
import { actionPath, categoryPath } from './paths.ts';

test('a signed-in action leads straight on for who is signed in', () => {
	expect(actionPath('/post', true)).toBe('/post');
});

test('a search leads to the listing with its words, whatever they are', () => {
	expect(categoryPath('All', 'C++ & “Java”?')).toBe(
		'/category/All?q=C%2B%2B+%26+%E2%80%9CJava%E2%80%9D%3F',
	);
});
