import { describe, expect, test } from 'vitest';
import { actionPath } from '#web/lib/paths.ts';
import { nextPath } from './next-path.ts';

describe('after signing in, a person goes', () => {
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
		['nowhere was asked for', ''],
		['another site was named', '?next=https://evil.example/'],
		['another site was named without its scheme', '?next=//evil.example/'],
		['another site hides behind a backslash', '?next=/\\evil.example/'],
		['another site hides behind a tab', '?next=/%09/evil.example/'],
		['a script was named', '?next=javascript:alert(1)'],
		['another host follows a step up', '?next=/..//x.example/p'],
		['another host follows a step on the spot', '?next=/.//x.example/p'],
		['another host follows an encoded step up', '?next=/%2e%2e//x.example/p'],
		['the encoded step up is encoded twice', '?next=/%252e%252e//x.example/p'],
		['another host follows a longer way up', '?next=/item/..//x.example/p'],
		['a step and a backslash name another host', '?next=/..\\/x.example/p'],
		['two steps lead above the root', '?next=/a/../..///x.example'],
		['only slashes were named', '?next=/.//'],
		['three slashes name another host', '?next=///x.example'],
		['a tab splits the step', '?next=/.%09.//x.example'],
		['a line break splits the slashes', '?next=/%0A/x.example'],
		['a name and a password were named', '?next=//me:pw@x.example/'],
		['no slash begins it', '?next=item/7'],
		['a space comes first', '?next=%20//x.example'],
		['no host can be read', '?next=//[/'],
		['an address that cannot be decoded was named', '?next=/item/%25zz'],
		['a letter is cut off in its address', '?next=/category/%25E0%25A4?page=2'],
		['it is empty', '?next='],
		['it would be the login page again', '?next=/login'],
		['it would be the login page in other letters', '?next=/Login/'],
		['it would be the sign-up page again', '?next=/signup?next=/post'],
		['it would be the end of a sign-in', '?next=/auth/success?token=x'],
	])('home when %s', (_, search) => {
		expect(nextPath(search)).toBe('/');
	});
});
