import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { CAPACITY, mountOverloadProtection } from './overload.ts';
import { createHttpServer } from './server.ts';

const WAIT = { timeout: 20_000, interval: 5 };
const MAX_CONCURRENT = CAPACITY.everythingElse;
const UPGRADE_REQUEST =
	'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: market\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

/** An app whose requests run until the test releases them. */
async function openSlowApp() {
	const { serverFactory, handleFirst } = createHttpServer();
	const app = Fastify({ serverFactory });
	const released = Promise.withResolvers<void>();
	onTestFinished(() => {
		released.resolve();
		return app.close();
	});
	handleFirst([mountOverloadProtection(app)]);
	let startedCount = 0;
	const slow = async () => {
		startedCount += 1;
		await released.promise;
		return 'done';
	};
	app.get('/slow', slow);
	app.post('/slow', slow);
	app.get('/api/account/export', slow);
	app.get('/api/auth/google', slow);
	app.get('/api/auth/google/callback', slow);
	app.get('/api/account/link-google', slow);
	app.get('/health/live', async () => 'alive');
	app.get('/api/admin/users', async () => 'users');
	app.get('/socket.io/', slow);
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const ask = async (path: string) => {
		const answer = await fetch(`${address}${path}`);
		return { status: answer.status, headers: answer.headers, body: await answer.text() };
	};
	const { port } = new URL(address);
	const openIdleSocket = async (): Promise<Socket> => {
		const socket = connect(Number(port), '127.0.0.1');
		onTestFinished(() => void socket.destroy());
		await once(socket, 'connect');
		return socket;
	};
	const fill = async (path = '/slow', count = MAX_CONCURRENT) => {
		const before = startedCount;
		const responses = Array.from({ length: count }, () => ask(path));
		await vi.waitUntil(() => startedCount === before + count, WAIT);
		return responses;
	};
	return {
		ask,
		fill,
		openIdleSocket,
		server: app.server,
		release: released.resolve,
		startedCount: () => startedCount,
	};
}

test('requests above capacity get status 503 with Retry-After at once, and later requests are served', async () => {
	const slowApp = await openSlowApp();
	const first = await slowApp.fill();

	const refused = await slowApp.ask('/slow');
	slowApp.release();
	const served = await Promise.all(first);
	const later = await slowApp.ask('/slow');

	expect(refused.status).toBe(503);
	expect(refused.headers.get('retry-after')).toBe('2');
	expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
	expect(JSON.parse(refused.body)).toEqual({
		success: false,
		...REQUEST_ERRORS.unavailable,
	});
	expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
	expect(later.status).toBe(200);
});

test('at capacity, health checks, administrators and open polling connections are still served', async () => {
	const slowApp = await openSlowApp();
	await slowApp.fill();

	const health = await slowApp.ask('/health/live');
	const adminResponse = await slowApp.ask('/api/admin/users');
	const newConnection = await slowApp.ask('/socket.io/?EIO=4&transport=polling');
	const openConnection = slowApp.ask('/socket.io/?EIO=4&transport=polling&sid=1');
	slowApp.release();

	expect([health.status, adminResponse.status, newConnection.status]).toEqual([200, 200, 503]);
	expect((await openConnection).status).toBe(200);
});

test('at capacity, new WebSocket connections are refused', async () => {
	const slowApp = await openSlowApp();
	await slowApp.fill();
	const socket = await slowApp.openIdleSocket();

	socket.write(UPGRADE_REQUEST);
	const answer = await text(socket);
	slowApp.release();

	expect(answer).toMatch(/^HTTP\/1\.1 503 .+\r\nretry-after: 2\r\n/);
});

test('the connection of a refused WebSocket is closed even if the client keeps its side open', async () => {
	const slowApp = await openSlowApp();
	await slowApp.fill();
	const connected = once(slowApp.server, 'connection');
	const socket = await slowApp.openIdleSocket();
	socket.allowHalfOpen = true;
	const [serverSocket] = await connected;
	const closed = once(serverSocket, 'close');

	socket.write(UPGRADE_REQUEST);
	const [answer] = await once(socket, 'data');
	await closed;
	slowApp.release();

	expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
});

test('the server keeps running when clients reset refused connections', async () => {
	const slowApp = await openSlowApp();
	await slowApp.fill();
	const broken = await Promise.all(Array.from({ length: 20 }, slowApp.openIdleSocket));

	for (const socket of broken) {
		socket.write(UPGRADE_REQUEST, () => socket.resetAndDestroy());
	}
	await Promise.all(broken.map((socket) => socket.closed || once(socket, 'close')));
	const health = await slowApp.ask('/health/live');
	slowApp.release();

	expect(health.status).toBe(200);
});

test('waiting long-polling requests and incomplete uploads take no capacity', async () => {
	const slowApp = await openSlowApp();
	await slowApp.fill('/socket.io/?sid=1');
	const senders = await Promise.all(Array.from({ length: MAX_CONCURRENT }, slowApp.openIdleSocket));
	for (const sender of senders) {
		sender.write(
			'POST /slow HTTP/1.1\r\nHost: market\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
		);
	}
	const before = slowApp.startedCount();
	const others = await slowApp.fill('/slow', MAX_CONCURRENT / 2);

	const [sender] = senders;
	sender?.write('}');
	await vi.waitUntil(() => slowApp.startedCount() === before + MAX_CONCURRENT / 2 + 1, WAIT);
	slowApp.release();

	const served = await Promise.all(others);
	expect(served.every(({ status }) => status === 200)).toBe(true);
});

test('the request of a disconnected client counts towards capacity until its work is done', async () => {
	const slowApp = await openSlowApp();
	const others = await slowApp.fill('/slow', MAX_CONCURRENT - 1);
	const socket = await slowApp.openIdleSocket();
	const before = slowApp.startedCount();
	socket.write('GET /slow HTTP/1.1\r\nHost: market\r\n\r\n');
	await vi.waitUntil(() => slowApp.startedCount() === before + 1, WAIT);

	socket.destroy();
	const health = await slowApp.ask('/health/live');
	const refused = await slowApp.ask('/slow');
	slowApp.release();
	await Promise.all(others);
	const served = await slowApp.ask('/slow');

	expect([health.status, refused.status, served.status]).toEqual([200, 503, 200]);
});

test.each([
	['searches', '/slow?q=lamp', CAPACITY.searches, ['/slow?q=desk']],
	['exports', '/api/account/export', CAPACITY.exports, ['/api/account/export?again']],
	[
		'sign-ins through a provider',
		'/api/auth/google',
		CAPACITY.providerSignIns,
		['/api/auth/google', '/api/auth/google/callback?code=x', '/api/account/link-google'],
	],
])('when %s are at capacity, other requests are still served', async (_, path, capacity, same) => {
	const slowApp = await openSlowApp();
	const first = await slowApp.fill(path, capacity);

	const refused = await Promise.all(same.map(slowApp.ask));
	const others = await slowApp.fill();
	slowApp.release();

	for (const { status } of refused) expect(status).toBe(503);
	for (const { status } of await Promise.all([...first, ...others])) expect(status).toBe(200);
});

test('a GET request that announces a body counts towards capacity', async () => {
	const slowApp = await openSlowApp();
	const idleSockets = await Promise.all(
		Array.from({ length: MAX_CONCURRENT }, slowApp.openIdleSocket),
	);
	for (const socket of idleSockets) {
		socket.write('GET /slow HTTP/1.1\r\nHost: market\r\nContent-Length: 1\r\n\r\n?');
	}
	await vi.waitUntil(() => slowApp.startedCount() === MAX_CONCURRENT, WAIT);

	const refused = await slowApp.ask('/slow');
	slowApp.release();

	expect(refused.status).toBe(503);
});

test('the capacity of searches also limits searches whose key is encoded or not the first, after a #, or with a multipart content type', async () => {
	const slowApp = await openSlowApp();
	await slowApp.fill('/slow?q=lamp', CAPACITY.searches);

	for (const [path, header] of [
		['/slow?%71=lamp', ''],
		['/slow?sort=name&%71=lamp', ''],
		['/slow#q=lamp', ''],
		['/slow?q=lamp', 'Content-Type: multipart/form-data\r\n'],
	] as const) {
		const socket = await slowApp.openIdleSocket();
		socket.write(`GET ${path} HTTP/1.1\r\nHost: market\r\nConnection: close\r\n${header}\r\n`);

		expect(await text(socket), path).toMatch(/^HTTP\/1\.1 503 /);
	}
	slowApp.release();
});
