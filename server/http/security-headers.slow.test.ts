import { describe, expect, test } from 'vitest';
import { tooManyRequests } from '#contract/core/errors.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { LIMITS } from './limits.ts';

const FRIEND = 'https://friend.example';
const t = await openApp({
	CORS_ORIGINS: FRIEND,
	PUBLIC_URL: 'https://market.example',
	TRUST_PROXY: '1',
});

describe('a page of another origin', () => {
	test('may send any method with a token if its origin is listed', async () => {
		for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
			const res = await t.app.inject({
				method: 'OPTIONS',
				url: '/api/item/add-item',
				headers: {
					origin: FRIEND,
					'access-control-request-method': method,
					'access-control-request-headers': 'authorization,content-type',
				},
			});

			expect(res.statusCode).toBe(204);
			expect(res.headers['access-control-allow-origin']).toBe(FRIEND);
			expect(namesIn(res.headers['access-control-allow-methods'])).toContain(method.toLowerCase());
			expect(namesIn(res.headers['access-control-allow-headers'])).toEqual(
				expect.arrayContaining(['authorization', 'content-type']),
			);
		}
	});

	test('can read responses and errors if its origin is listed', async () => {
		for (const url of ['/api/item/get-all-items', '/api/auth', '/api/nothing']) {
			const res = await t.app.inject({ url, headers: { origin: FRIEND } });

			expect(res.headers['access-control-allow-origin'], url).toBe(FRIEND);
			expect(res.headers.vary, url).toMatch(/origin/i);
		}
	});

	test('can read nothing if its origin is not listed', async () => {
		for (const origin of [
			'https://stranger.example',
			'http://friend.example',
			'https://friend.example.evil',
			'null',
		]) {
			const response = await t.app.inject({
				url: '/api/item/get-all-items',
				headers: { origin },
			});
			const preflight = await t.app.inject({
				method: 'OPTIONS',
				url: '/api/item/add-item',
				headers: { origin, 'access-control-request-method': 'POST' },
			});

			for (const { headers } of [response, preflight])
				expect(headers['access-control-allow-origin'], origin).toBeUndefined();
		}
	});

	test('gets absolute addresses of photos, even without PUBLIC_URL', async () => {
		const app = await openApp({ CORS_ORIGINS: FRIEND });
		const { id, hashes } = await app.item(await app.student());
		const read = async (origin?: string) =>
			app.app.inject({
				url: `/api/item/get-item-details/${id}`,
				headers: { host: 'market.example:3000', ...(origin && { origin }) },
			});
		const path = `/photos/${hashes[0]}-1600.webp`;

		for (const [origin, expected] of [
			[FRIEND, `http://market.example:3000${path}`],
			[undefined, path],
			['https://stranger.example', path],
			[FRIEND, `http://market.example:3000${path}`],
		]) {
			const { data } = (await read(origin)).json();
			expect([data.imageUrl[0], data.photos[0].url]).toEqual([expected, expected]);
		}
	});

	test('can read Retry-After, the file name and the request id, and sends no cookies', async () => {
		const res = await t.app.inject({ url: '/api/auth', headers: { origin: FRIEND } });

		expect(namesIn(res.headers['access-control-expose-headers'])).toEqual([
			'x-request-id',
			'retry-after',
			'content-disposition',
		]);
		expect(res.headers['access-control-allow-credentials']).toBeUndefined();
	});

	test('can show photos', async () => {
		const { hashes } = await t.item(await t.student());
		const url = `/photos/${photoFileName(hashes[0] ?? '', 640)}`;

		const res = await t.app.inject({ url, headers: { origin: FRIEND } });

		expect(res.statusCode).toBe(200);
		expect(res.headers['cross-origin-resource-policy']).toBe('cross-origin');
		expect(res.headers['access-control-allow-origin']).toBe(FRIEND);
	});
});

describe('an HTML response', () => {
	test('has a Content-Security-Policy that allows only our own origin', async () => {
		for (const url of ['/', '/nothing', '/admin']) {
			const { headers } = await t.app.inject(url);

			expect(directivesOf(headers['content-security-policy']), url).toMatchObject({
				'default-src': "'self'",
				'script-src': "'self'",
				'style-src': "'self'",
				'object-src': "'none'",
				'base-uri': "'none'",
				'frame-ancestors': "'none'",
				'require-trusted-types-for': "'script'",
				'trusted-types': 'service-worker',
				'img-src': "'self' blob: data: https://market.example",
			});
		}
	});
});

describe('too many requests from one address', () => {
	test('are refused with 429 in our format, while other addresses are served', async () => {
		const rateLimited = await openApp({ RATE_LIMIT: 'on' });
		const call = (remoteAddress: string) =>
			rateLimited.app.inject({ url: '/health/live', remoteAddress });

		for (let count = 0; count < 1000; count++) await call('203.0.113.7');
		const refused = await call('203.0.113.7');
		const other = await call('203.0.113.8');

		expect(refused.statusCode).toBe(429);
		const waitSeconds = Number(refused.headers['retry-after']);
		expect(refused.json()).toEqual({ success: false, ...tooManyRequests(waitSeconds) });
		expect(waitSeconds).toBeGreaterThan(0);
		expect(waitSeconds).toBeLessThanOrEqual(10);
		expect(other.statusCode).toBe(200);
	});

	test('are counted by the forwarded address of a trusted proxy only', async () => {
		const behind = await openApp({ RATE_LIMIT: 'on', TRUST_PROXY: '10.0.0.1' });
		const confirm = (remoteAddress: string, forwardedFor: string) => {
			const headers = { 'x-forwarded-for': forwardedFor };
			const sent = { method: 'POST', url: '/api/auth/confirm-email', payload: {} } as const;
			return behind.app.inject({ ...sent, remoteAddress, headers });
		};
		for (let count = 0; count < LIMITS['signing in'].address; count++) {
			await confirm('10.0.0.1', '203.0.113.7');
			await confirm('10.9.9.9', `203.0.113.${count}`);
		}

		const responses = [
			await confirm('10.0.0.1', '203.0.113.7'),
			await confirm('10.0.0.1', '203.0.113.8'),
			await confirm('10.9.9.9', '203.0.113.9'),
		];

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([429, 400, 429]);
	});
});

function namesIn(header: unknown): string[] {
	return String(header)
		.split(',')
		.map((name) => name.trim().toLowerCase());
}

function directivesOf(header: unknown): Record<string, string> {
	const directives = String(header)
		.split(';')
		.map((directive) => directive.trim());
	return Object.fromEntries(
		directives.map((directive) => {
			const [name = '', ...sources] = directive.split(' ');
			return [name, sources.join(' ')];
		}),
	);
}
