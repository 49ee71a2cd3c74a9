import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { openApp } from '#tests/support/app.ts';
import { connectionErrorSender, mountErrors } from './errors.ts';
import { BASE_HEADERS, RETRY_AFTER_SECONDS } from './header-values.ts';

const ALLOWED_ORIGIN = 'https://other.example';
const t = await openApp({ CORS_ORIGINS: ALLOWED_ORIGIN });
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
const JSON_TYPE = { 'content-type': 'application/json' };
const login = (payload: string, headers: Record<string, string> = JSON_TYPE) =>
	t.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers });

describe('requests that Fastify alone would answer in a format of its own', () => {
	test.each([
		['broken JSON', '{"email": ', 'That request is not valid.'],
		['an empty body', '', 'That request is not valid.'],
		['a __proto__ key', '{"__proto__": {"id": 1}}', 'That request is not valid.'],
	])('a request with %s gets status 400', async (_, payload, message) => {
		const res = await login(payload);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({ success: false, ...declaredErrorOf(message) });
	});

	test.each(['text/plain', 'application/xml', 'image/png', 'application/x-www-form-urlencoded'])(
		'a body of type %s gets status 415',
		async (type) => {
			const res = await login('{"email":"a@b.example"}', { 'content-type': type });

			expect(res.statusCode).toBe(415);
			expect(res.json()).toEqual({
				success: false,
				...REQUEST_ERRORS.wrongType,
			});
		},
	);

	test('a body that is too large gets status 413', async () => {
		const res = await login(JSON.stringify({ password: 'x'.repeat(300 * 1024) }));

		expect(res.statusCode).toBe(413);
		expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.tooLarge });
	});

	test.each(['/api/%E0%A4%A', '/api/%'])('the malformed URL %s gets status 400', async (url) => {
		const res = await t.app.inject(url);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.badRequest });
		expect(res.headers).toMatchObject(BASE_HEADERS);
	});

	test('an OPTIONS request without a preflight header gets status 204 without a body', async () => {
		const res = await t.app.inject({ method: 'OPTIONS', url: '/api/auth' });

		expect(res.statusCode).toBe(204);
		expect(res.body).toBe('');
	});

	test.each([11, 301, 15_000])(
		'an id of %d digits is refused like any invalid id',
		async (length) => {
			const headers = { origin: ALLOWED_ORIGIN };
			const url = `/api/item/get-item-details/${'1'.repeat(length)}`;

			const res = await t.app.inject({ url, headers });

			const message = 'That address is not valid.';
			expect(res.statusCode).toBe(400);
			expect(res.json()).toEqual({
				success: false,
				...declaredErrorOf(message),
				issues: [{ path: 'id', ...declaredErrorOf(message) }],
			});
			expect(res.headers['access-control-allow-origin']).toBe(ALLOWED_ORIGIN);
		},
	);

	test.each([
		['data that is not HTTP', 'hello, is this the market?\r\n\r\n', 400],
		['an invalid host', 'GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n', 400],
		['a header that is too long', `GET / HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
	])(
		'when a client sends %s, the connection gets an error response and the server keeps running',
		async (_, sent, status) => {
			const socket = connect(Number(new URL(address).port), '127.0.0.1');

			socket.end(sent);

			const responseText = await text(socket);
			expect(responseText).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
			expect(JSON.parse(responseText.split('\r\n\r\n')[1] ?? '')).toEqual({
				success: false,
				...REQUEST_ERRORS.badRequest,
			});
			expect((await t.app.inject('/health/live')).statusCode).toBe(200);
		},
	);
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

test.each(['//', '//??', '//market.example:99999'])(
	'the URL %s is read as a path, not as a host',
	async (path) => {
		const socket = connect(Number(new URL(address).port), '127.0.0.1');

		socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);

		expect(await text(socket)).toMatch(/^HTTP\/1\.1 (200|404) /);
	},
);

describe('URLs without a route', () => {
	test.each(['/api', '/api/', '/api?x=1', '/api/nothing', '/api/item', '/api/auth/login/more'])(
		'%s below the API gets status 404 in JSON',
		async (url) => {
			const res = await t.app.inject(url);

			expect(res.statusCode).toBe(404);
			expect(res.json()).toEqual({
				success: false,
				...REQUEST_ERRORS.notFound,
			});
		},
	);

	test('a known URL with a wrong method gets status 404 in JSON', async () => {
		const res = await t.app.inject({ method: 'DELETE', url: '/api/auth/login' });

		expect(res.statusCode).toBe(404);
		expect(res.json()).toMatchObject({ success: false });
	});

	test('an unknown URL requested with POST gets status 404 in JSON', async () => {
		const res = await t.app.inject({ method: 'POST', url: '/nothing', payload: {} });

		expect(res.statusCode).toBe(404);
		expect(res.json()).toMatchObject({ success: false });
	});

	test.each([
		'/nothing',
		'/item',
		'/apiary',
		'/category/Books/more',
		'/assets/gone.js',
		// Paths that can't be decoded.
		'/%',
		'/%?x=%',
		'/category/%E0%A4',
		'/item/%zz',
		'/api%',
	])('%s outside the API gets the 404 page', async (url) => {
		const res = await t.app.inject(url);

		expect(res.statusCode).toBe(404);
		expect(res.headers['content-type']).toBe('text/html; charset=utf-8');
		expect(res.headers['content-security-policy']).toContain("script-src 'self'");
		expect(res.body).toContain('<!doctype html>');
	});
});

describe('HEAD requests', () => {
	test.each([
		['/', 200],
		['/nothing', 404],
		['/api/item/get-all-items', 200],
		['/api/nothing', 404],
	])('a HEAD request of %s gets status %i and no body', async (url, status) => {
		const res = await t.app.inject({ method: 'HEAD', url });

		expect(res.statusCode).toBe(status);
		expect(res.body).toBe('');
	});
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
