import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { route } from '#server/http/route.ts';
import { deleteUpload, mountUploads, readUpload } from '#server/http/uploads/multipart.ts';
import { openApp } from '#tests/support/app.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';

const t = await openApp();
const address = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));

/** Sends raw request lines on one connection. @returns the status of each response */
async function statusesOf(...lines: string[]): Promise<number[]> {
	const socket = connect(Number(address.port), address.hostname);
	socket.write(lines.join('\r\n'));
	const responseText = await text(socket);
	return [...responseText.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}

test('an upload is written to disk only up to one byte above the limit', async () => {
	const app = Fastify({ bodyLimit: 64 * 1024 * 1024 });
	const folder = await createTempFolder();
	await mountUploads(app, folder);
	app.post('/', async (request, reply) => {
		const { files } = await readUpload(request, reply, 'images');
		const sizes = files.map(({ size }) => size);
		await deleteUpload(request);
		return sizes;
	});
	const form = new FormData();
	form.append('images', new Blob([new Uint8Array(CHAT_LIMITS.photoMaxBytes * 2)]), 'a.jpg');
	const { headers, body } = new Request('http://market.invalid', { method: 'POST', body: form });
	const type = headers.get('content-type') ?? '';
	const payload = Buffer.from(await new Response(body).arrayBuffer());

	const res = await app.inject({
		method: 'POST',
		url: '/',
		headers: { 'content-type': type },
		payload,
	});

	expect(res.json()).toEqual([CHAT_LIMITS.photoMaxBytes + 1]);
});

/** A complete request that is sent inside the body of another request. */
const HIDDEN = 'GET /health/live HTTP/1.1\r\nHost: hidden\r\n\r\n';

test('a response contains only the fields that its endpoint declares', async () => {
	const app = Fastify();
	await app.register(import('@fastify/multipart'));
	app.decorate('photoOriginFor', () => '');
	const declared = endpoint({
		method: 'GET',
		path: '/declared',
		summary: 'Has more to say than it declares.',
		auth: 'none',
		reply: z.object({ said: z.string() }),
	});
	const row = { said: 'Hello', passwordHash: 'a secret' };
	route(app, declared, async () => row);

	expect((await app.inject('/api/declared')).json()).toEqual({ said: 'Hello' });
});

test.each([
	['two lengths', ['Content-Length: 0', `Content-Length: ${HIDDEN.length}`]],
	['a length and chunks', [`Content-Length: ${HIDDEN.length}`, 'Transfer-Encoding: chunked']],
	['an unknown transfer encoding', ['Transfer-Encoding: xchunked']],
	['an invalid length', ['Content-Length: 0x10']],
	['a header over two lines', ['Content-Length: 0', ' 7']],
])('a request whose end is given by %s cannot hide a second request', async (_, headers) => {
	const statuses = await statusesOf(
		'POST /api/auth/login HTTP/1.1',
		`Host: ${address.host}`,
		'Content-Type: application/json',
		...headers,
		'',
		HIDDEN,
	);

	expect(statuses).toEqual([400]);
});

test.each(['TRACE', 'TRACK', 'CONNECT'])(
	'the response to a %s request repeats nothing of the request',
	async (method) => {
		const socket = connect(Number(address.port), address.hostname);
		socket.write(
			`${method} / HTTP/1.1\r\nHost: ${address.host}\r\nX-Secret: canary\r\nConnection: close\r\n\r\n`,
		);

		const responseText = await text(socket);

		expect(responseText).not.toContain('canary');
		expect(responseText).not.toMatch(/^HTTP\/1\.1 2/);
	},
);

test.each([
	['/api/items?sort=newest&sort=price-asc'],
	['/api/items?q=kettle&q=lamp'],
	['/api/items?limit=1&limit=100'],
])('a query parameter that occurs twice is rejected: %s', async (url) => {
	const { statusCode } = await t.app.inject(url);

	expect(statusCode).toBe(400);
});

test('text in a request cannot add a line to the log', async () => {
	const hostileText = 'Asha\n{"level":50,"msg":"forged"}\r\nmore';
	await t.app.inject({
		method: 'POST',
		url: '/api/auth/login',
		headers: { 'user-agent': 'forged', 'x-request-id': hostileText.replaceAll(/[\r\n]/g, ' ') },
		payload: { email: hostileText, password: hostileText },
	});

	for (const line of t.log) expect(JSON.parse(line).msg).not.toBe('forged');
});

test.each([
	['/', 'text/html; charset=utf-8'],
	['/nothing', 'text/html; charset=utf-8'],
	['/admin/login', 'text/html; charset=utf-8'],
	['/api/items', 'application/json; charset=utf-8'],
	['/api/nothing', 'application/json; charset=utf-8'],
	['/api/docs/json', 'application/json; charset=utf-8'],
	['/health/live', 'application/json; charset=utf-8'],
	['/robots.txt', 'text/plain; charset=utf-8'],
	['/sitemap.xml', 'application/xml; charset=utf-8'],
	['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
	['/socket.io/?EIO=4&transport=polling', 'text/plain; charset=UTF-8'],
])('%s declares its content type and character set', async (path, type) => {
	const res = await fetch(new URL(path, address));

	await res.text();
	expect(res.headers.get('content-type')).toBe(type);
});
