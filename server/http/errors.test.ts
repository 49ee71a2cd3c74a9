import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { createConcurrencyLimit } from '#server/lib/promises.ts';
import { openApp } from '#tests/support/app.ts';
import { connectionErrorSender, mountErrors } from './errors.ts';
import { BASE_HEADERS, RETRY_AFTER_SECONDS } from './security-headers.ts';

const ALLOWED_ORIGIN = 'https://other.example';
const t = await openApp({ CORS_ORIGINS: ALLOWED_ORIGIN });
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
const JSON_TYPE = { 'content-type': 'application/json' };
const login = (payload: string, headers: Record<string, string> = JSON_TYPE) =>
	t.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers });

describe('requests that Fastify alone would answer in a format of its own', () => {
	test('broken JSON, an empty body and a __proto__ key get status 400, other types of bodies 415, and a too large one 413', async () => {
		for (const payload of ['{"email": ', '', '{"__proto__": {"id": 1}}']) {
			const res = await login(payload);

			expect(res.statusCode, payload).toBe(400);
			expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.badRequest });
		}
		for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
			const res = await login('{"email":"a@b.example"}', { 'content-type': type });

			expect(res.statusCode, type).toBe(415);
			expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.wrongType });
		}
		const large = await login(JSON.stringify({ password: 'x'.repeat(300 * 1024) }));
		expect(large.statusCode).toBe(413);
		expect(large.json()).toEqual({ success: false, ...REQUEST_ERRORS.tooLarge });
	});

	test('a malformed URL gets status 400', async () => {
		for (const url of ['/api/%E0%A4%A', '/api/%']) {
			const res = await t.app.inject(url);

			expect(res.statusCode, url).toBe(400);
			expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.badRequest });
			expect(res.headers).toMatchObject(BASE_HEADERS);
		}
	});

	test('an OPTIONS request without a preflight header gets status 204 without a body', async () => {
		const res = await t.app.inject({ method: 'OPTIONS', url: '/api/auth' });

		expect(res.statusCode).toBe(204);
		expect(res.body).toBe('');
	});

	test('an id of eleven or many thousand digits is refused like any invalid id', async () => {
		for (const length of [11, 301, 15_000]) {
			const headers = { origin: ALLOWED_ORIGIN };
			const url = `/api/item/get-item-details/${'1'.repeat(length)}`;

			const res = await t.app.inject({ url, headers });

			const error = declaredErrorOf('That address is not valid.');
			expect(res.statusCode).toBe(400);
			expect(res.json()).toEqual({ success: false, ...error, issues: [{ path: 'id', ...error }] });
			expect(res.headers['access-control-allow-origin']).toBe(ALLOWED_ORIGIN);
		}
	});

	test('what is not HTTP, an invalid host or a header that is too long gets an error response, an odd URL is read as a path, and the server keeps running', async () => {
		const open = () => connect(Number(new URL(address).port), '127.0.0.1');
		for (const [sent, status] of [
			['hello, is this the market?\r\n\r\n', 400],
			['GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n', 400],
			[`GET / HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
		] as const) {
			const socket = open();
			socket.end(sent);
			const responseText = await text(socket);
			expect(responseText).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
			expect(JSON.parse(responseText.split('\r\n\r\n')[1] ?? '')).toEqual({
				success: false,
				...REQUEST_ERRORS.badRequest,
			});
		}
		for (const path of ['//', '//??', '//market.example:99999']) {
			const socket = open();
			socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
			expect(await text(socket), path).toMatch(/^HTTP\/1\.1 (200|404) /);
		}
		expect((await t.app.inject('/health/live')).statusCode).toBe(200);
	});
});

test('a client that stays connected after its request timed out is disconnected after five seconds', async () => {
	const app = Fastify({
		requestTimeout: 50,
		http: { connectionsCheckingInterval: 20 },
		clientErrorHandler: connectionErrorSender({}),
	});
	onTestFinished(() => app.close());
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const connected = once(app.server, 'connection');
	const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
	onTestFinished(() => void socket.destroy());
	const [serverSocket] = await connected;
	const closed = once(serverSocket, 'close');

	socket.write('GET / HTTP/1.1\r\n');
	const [response] = await once(socket, 'data');
	const wasOpen = !serverSocket.destroyed;
	vi.advanceTimersByTime(5000);
	await closed;

	expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
	expect(wasOpen).toBe(true);
});

describe('URLs without a route', () => {
	test('unknown URLs below the API, wrong methods and unknown URLs requested with POST get status 404 in JSON', async () => {
		const urls = ['/api', '/api/', '/api?x=1', '/api/nothing', '/api/item', '/api/auth/login/more'];
		for (const request of [
			...urls.map((url) => ({ url })),
			{ method: 'DELETE', url: '/api/auth/login' },
			{ method: 'POST', url: '/nothing', payload: {} },
		] as const) {
			const res = await t.app.inject(request);

			expect(res.statusCode, request.url).toBe(404);
			expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.notFound });
		}
	});

	test('URLs outside the API get the 404 page, also those that cannot be decoded', async () => {
		for (const url of [
			'/nothing',
			'/item',
			'/apiary',
			'/category/Books/more',
			'/assets/gone.js',
			'/%',
			'/%?x=%',
			'/category/%E0%A4',
			'/item/%zz',
			'/api%',
		]) {
			const res = await t.app.inject(url);

			expect(res.statusCode, url).toBe(404);
			expect(res.headers['content-type']).toBe('text/html; charset=utf-8');
			expect(res.headers['content-security-policy']).toContain("script-src 'self'");
			expect(res.body).toContain('<!doctype html>');
		}
	});
});

test('a HEAD request gets the status of a GET and no body', async () => {
	for (const [url, status] of [
		['/', 200],
		['/nothing', 404],
		['/api/item/get-all-items', 200],
		['/api/nothing', 404],
	] as const) {
		const res = await t.app.inject({ method: 'HEAD', url });

		expect([res.statusCode, res.body], url).toEqual([status, '']);
	}
});

describe('an unexpected error', () => {
	test('is logged, and its text is not sent to the client', async () => {
		const lines: string[] = [];
		const stream = { write: (line: string) => void lines.push(line) };
		const loggerInstance: FastifyBaseLogger = pino({ level: 'error' }, stream);
		const app = Fastify({ loggerInstance });
		mountErrors(app);
		app.get('/', () => {
			throw new Error('select secret from users');
		});

		const res = await app.inject('/');

		expect(res.statusCode).toBe(500);
		expect(res.json()).toEqual({
			success: false,
			...REQUEST_ERRORS.failed,
		});
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain('select secret from users');
	});
});

test('a request that is refused because too many requests wait gets status 429 with Retry-After', async () => {
	const app = Fastify({ logger: false });
	mountErrors(app);
	const { promise: pending, resolve: finishServed } = Promise.withResolvers<string>();
	const limit = createConcurrencyLimit({ maxRunning: 1, waiting: 0 });
	app.get('/', () => limit.run(() => pending));
	const served = limit.run(() => pending);

	const res = await app.inject('/');

	expect([res.statusCode, res.headers['retry-after']]).toEqual([429, String(RETRY_AFTER_SECONDS)]);
	finishServed('done');
	await served;
});
