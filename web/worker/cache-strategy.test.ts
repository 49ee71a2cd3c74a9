import { describe, expect, test } from 'vitest';
import { cacheStrategyFor, isCacheable, isProxyError } from './cache-strategy.ts';

describe('Cache strategy of the service worker', () => {
	test.each([
		['/', 'navigate', 'network-first'],
		['/item/7', 'navigate', 'network-first'],
		['/api/items', 'cors', 'network-first'],
		['/photos/abc-640.webp', 'no-cors', 'cache-first'],
		['/assets/index-1.js', 'cors', 'cache-first'],
		['/api/auth', 'cors', 'never'],
		['/api/account/export', 'cors', 'never'],
		['/api/docs', 'navigate', 'never'],
		['/auth/success', 'navigate', 'never'],
		['/reset-password', 'navigate', 'never'],
		['/unsubscribe', 'navigate', 'never'],
		['/admin', 'navigate', 'never'],
		['/admin/users', 'navigate', 'never'],
		['/robots.txt', 'cors', 'never'],
		['/chat-photos/7-1600.webp', 'no-cors', 'never'],
		['/chat-photos/7-1600.webp', 'navigate', 'never'],
	] as const)(
		'the cache strategy for %s with request mode “%s” is “%s”',
		(pathname, mode, strategy) => {
			expect(cacheStrategyFor(pathname, mode, false)).toBe(strategy);
		},
	);

	test.each(['/', '/api/items', '/photos/abc-640.webp'])(
		'a request with a token is never cached: %s',
		(path) => {
			expect(cacheStrategyFor(path, 'cors', true)).toBe('never');
		},
	);

	test('a 200 response can be cached, but not a 404 response or a response with no-store', () => {
		expect(isCacheable(new Response('', { status: 200 }))).toBe(true);
		expect(isCacheable(new Response('', { status: 404 }))).toBe(false);
		expect(
			isCacheable(new Response('', { headers: { 'cache-control': 'private, no-store' } })),
		).toBe(false);
	});

	test.each([
		[502, 'text/html', true],
		[504, '', true],
		[503, 'application/json; charset=utf-8', false],
		[404, 'text/html; charset=utf-8', false],
	])(
		'a response with status %i and content type “%s” counts as a proxy’s error: %s',
		(status, type, expected) => {
			const response = new Response('', { status, headers: { 'content-type': type } });
			expect(isProxyError(response)).toBe(expected);
		},
	);
});
