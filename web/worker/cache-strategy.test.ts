import { describe, expect, test } from 'vitest';
import { cacheStrategyFor, isCacheable } from './cache-strategy.ts';

describe('what is kept for when there is no line', () => {
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
	] as const)('%s (%s): %s', (pathname, mode, strategy) => {
		expect(cacheStrategyFor(pathname, mode, false)).toBe(strategy);
	});

	test.each(['/', '/api/items', '/photos/abc-640.webp'])(
		'nothing that a token opened: %s',
		(path) => {
			expect(cacheStrategyFor(path, 'cors', true)).toBe('never');
		},
	);

	test('only whole answers whose sender does not forbid it', () => {
		expect(isCacheable(new Response('', { status: 200 }))).toBe(true);
		expect(isCacheable(new Response('', { status: 404 }))).toBe(false);
		expect(
			isCacheable(new Response('', { headers: { 'cache-control': 'private, no-store' } })),
		).toBe(false);
	});
});
