import { describe, expect, test } from 'vitest';
import { isKeepable, keepingOf } from './keeping.ts';

describe('the offline cache policy', () => {
	test.each([
		['/', 'navigate', 'newest'],
		['/item/7', 'navigate', 'newest'],
		['/api/items', 'cors', 'newest'],
		['/photos/abc-640.webp', 'no-cors', 'once-for-all'],
		['/assets/index-1.js', 'cors', 'once-for-all'],
		['/api/auth', 'cors', 'never'],
		['/api/account/export', 'cors', 'never'],
		['/api/docs', 'navigate', 'never'],
		['/auth/success', 'navigate', 'never'],
		['/reset-password', 'navigate', 'never'],
		['/unsubscribe', 'navigate', 'never'],
		['/robots.txt', 'cors', 'never'],
	] as const)('of %s (%s) is "%s"', (pathname, mode, keeping) => {
		expect(keepingOf(pathname, mode, false)).toBe(keeping);
	});

	test.each(['/', '/api/items', '/photos/abc-640.webp'])(
		'caches no request with a token: %s',
		(path) => {
			expect(keepingOf(path, 'cors', true)).toBe('never');
		},
	);

	test('caches only complete responses without no-store', () => {
		expect(isKeepable(new Response('', { status: 200 }))).toBe(true);
		expect(isKeepable(new Response('', { status: 404 }))).toBe(false);
		expect(
			isKeepable(new Response('', { headers: { 'cache-control': 'private, no-store' } })),
		).toBe(false);
	});
});
