import { describe, expect, test } from 'vitest';
import { actionPath } from '#web/lib/paths.ts';
import { nextPath } from './next-path.ts';

describe('after signing in, the user goes', () => {
	test.each([
		'/post',
		'/item/7',
		'/category/All?q=kettle#top',
		'/category/All?q=http://x.example//',
		'/a//b',
		'/login-help',
	])('back to %s', (page) => {
		expect(nextPath(new URL(actionPath(page, false), 'https://m.example').search)).toBe(page);
	});

	test.each([
		['the address names no page', ''],
		['the address names another site', '?next=https://evil.example/'],
		['the address names another site without a scheme', '?next=//evil.example/'],
		['a backslash hides another site', '?next=/\\evil.example/'],
		['a tab hides another site', '?next=/%09/evil.example/'],
		['the address is a script', '?next=javascript:alert(1)'],
		['another host follows ".."', '?next=/..//x.example/p'],
		['another host follows "."', '?next=/.//x.example/p'],
		['another host follows an encoded ".."', '?next=/%2e%2e//x.example/p'],
		['another host follows a doubly encoded ".."', '?next=/%252e%252e//x.example/p'],
		['another host follows a segment and ".."', '?next=/item/..//x.example/p'],
		['".." and a backslash name another host', '?next=/..\\/x.example/p'],
		['two ".." segments lead above the root', '?next=/a/../..///x.example'],
		['the address consists of slashes and "."', '?next=/.//'],
		['three slashes name another host', '?next=///x.example'],
		['a tab splits ".."', '?next=/.%09.//x.example'],
		['a line break splits the slashes', '?next=/%0A/x.example'],
		['the address contains a user name and password', '?next=//me:pw@x.example/'],
		['the address does not start with a slash', '?next=item/7'],
		['the address starts with a space', '?next=%20//x.example'],
		['the host is malformed', '?next=//[/'],
		['the address cannot be decoded', '?next=/item/%25zz'],
		['the address contains a truncated UTF-8 character', '?next=/category/%25E0%25A4?page=2'],
		['the address is empty', '?next='],
		['the address is the login page', '?next=/login'],
		['the address is the login page in another spelling', '?next=/Login/'],
		['the address is the sign-up page', '?next=/signup?next=/post'],
		['the address is the page that completes a sign-in', '?next=/auth/success?token=x'],
	])('home when %s', (_, search) => {
		expect(nextPath(search)).toBe('/');
	});
});
