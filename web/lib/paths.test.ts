import { describe, expect, test } from 'vitest';
import { actionPath, categoryPath, nextPath } from './paths.ts';

describe('after signing in, a person goes', () => {
	test.each(['/post', '/item/7', '/category/All?q=kettle#top'])('back to %s', (page) => {
		expect(nextPath(new URL(actionPath(page, false), 'https://m.example').search)).toBe(page);
	});

	test.each([
		['nowhere was asked for', ''],
		['another site was named', '?next=https://evil.example/'],
		['another site was named without its scheme', '?next=//evil.example/'],
		['another site hides behind a backslash', '?next=/\\evil.example/'],
		['another site hides behind a tab', '?next=/%09/evil.example/'],
		['a script was named', '?next=javascript:alert(1)'],
		['it would be the login page again', '?next=/login'],
	])('home when %s', (_, search) => {
		expect(nextPath(search)).toBe('/');
	});
});

test('a signed-in action leads straight on for who is signed in', () => {
	expect(actionPath('/post', true)).toBe('/post');
});

test('a search leads to the listing with its words, whatever they are', () => {
	expect(categoryPath('All', 'C++ & “Java”?')).toBe(
		'/category/All?q=C%2B%2B+%26+%E2%80%9CJava%E2%80%9D%3F',
	);
});
