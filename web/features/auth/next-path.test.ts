import { describe, expect, test } from 'vitest';
import { actionPath } from '#web/lib/paths.ts';
import { nextPath } from './next-path.ts';

describe('return path in the URL after a login', () => {
	test.each([
		'/post',
		'/item/7',
		'/category/All?q=kettle#top',
		'/category/All?q=http://x.example//',
		'/a//b',
		'/login-help',
	])('the user returns to %s', (page) => {
		expect(nextPath(new URL(actionPath(page, false), 'https://m.example').search)).toBe(page);
	});

	test.each([
		['the URL has no return path', ''],
		['the return path names another site', '?next=https://evil.example/'],
		['the return path names another site without a scheme', '?next=//evil.example/'],
		['a backslash in the return path hides another site', '?next=/\\evil.example/'],
		['a tab in the return path hides another site', '?next=/%09/evil.example/'],
		['the return path is a script', '?next=javascript:alert(1)'],
		['another host follows ".."', '?next=/..//x.example/p'],
		['another host follows "."', '?next=/.//x.example/p'],
		['another host follows an encoded ".."', '?next=/%2e%2e//x.example/p'],
		['another host follows a doubly encoded ".."', '?next=/%252e%252e//x.example/p'],
		['another host follows a segment and ".."', '?next=/item/..//x.example/p'],
		['".." and a backslash name another host', '?next=/..\\/x.example/p'],
		['two ".." segments lead above the root', '?next=/a/../..///x.example'],
		['the return path consists of slashes and "."', '?next=/.//'],
		['three slashes name another host', '?next=///x.example'],
		['a tab splits ".." in the return path', '?next=/.%09.//x.example'],
		['a line break splits the slashes of the return path', '?next=/%0A/x.example'],
		['the return path contains a user name and password', '?next=//me:pw@x.example/'],
		['the return path does not start with a slash', '?next=item/7'],
		['the return path starts with a space', '?next=%20//x.example'],
		['the return path has a malformed host', '?next=//[/'],
		['the return path cannot be decoded', '?next=/item/%25zz'],
		['the return path contains a truncated UTF-8 character', '?next=/category/%25E0%25A4?page=2'],
		['the return path is empty', '?next='],
		['the return path is the login page', '?next=/login'],
		['the return path is the login page in another spelling', '?next=/Login/'],
		['the return path is the sign-up page', '?next=/signup?next=/post'],
		['the return path is the page that completes a sign-in', '?next=/auth/success?token=x'],
	])('the user goes to the home page when %s', (_, search) => {
		expect(nextPath(search)).toBe('/');
	});
});
