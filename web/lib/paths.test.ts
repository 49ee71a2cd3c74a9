import { expect, test } from 'vitest';
import { actionPath, categoryPath } from './paths.ts';

test('an action that needs a session links directly to its page for a signed-in user', () => {
	expect(actionPath('/post', true)).toBe('/post');
});

test('a search links to the listing with the encoded search text', () => {
	expect(categoryPath('All', 'C++ & “Java”?')).toBe(
		'/category/All?q=C%2B%2B+%26+%E2%80%9CJava%E2%80%9D%3F',
	);
});
