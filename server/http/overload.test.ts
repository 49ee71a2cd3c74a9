import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { BURST_FACTOR, CAPACITY, FAST_MS, mountOverloadProtection } from './overload.ts';

const WAIT = { timeout: 20_000, interval: 5 };
const MOST = CAPACITY.everythingElse;

/** A clock by which every request is slow. */
function longTimes() {
	let time = 0;
	return () => {
		time += FAST_MS;
		return time;
	};
}

/** An app whose requests run until the test releases them. */
async function openSlowMarket(now = longTimes()) {
	const app = Fastify();
	const goOn = Promise.withResolvers<void>();
	onTestFinished(() => {
		goOn.resolve();
		return app.close();
	});
	mountOverloadProtection(app, now);
	let begun = 0;
	const slow = async () => {
		begun += 1;
		await goOn.promise;
		return 'done';
	};
	app.get('/slow', slow);
	app.post('/slow', slow);
	app.get('/api/account/export', slow);
	app.get('/health/live', async () => 'alive');
	app.get('/api/admin/users', async () => 'users');
	app.get('/socket.io/', slow);
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const ask = async (path: string) => {
		const answer = await fetch(`${address}${path}`);
		return { status: answer.status, headers: answer.headers, body: await answer.text() };
	};
	const { port } = new URL(address);
	const line = async (): Promise<Socket> => {
		const socket = connect(Number(port), '127.0.0.1');
		onTestFinished(() => void socket.destroy());
		await once(socket, 'connect');
		return socket;
	};
	const fill = async (path = '/slow', count = MOST) => {
		const before = begun;
		const answers = Array.from({ length: count }, () => ask(path));
		await vi.waitUntil(() => begun === before + count, WAIT);
		return answers;
	};
	return { ask, fill, line, goOn: goOn.resolve, begun: () => begun };
}

test('requests above capacity get 503 with Retry-After at once, and are served later', async () => {
	const market = await openSlowMarket();
	const first = await market.fill();

	const refused = await market.ask('/slow');
	market.goOn();
	const served = await Promise.all(first);
	const later = await market.ask('/slow');

	expect(refused.status).toBe(503);
	expect(refused.headers.get('retry-after')).toBe('2');
	expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
	expect(JSON.parse(refused.body)).toEqual({
		success: false,
		message: COMMON_MESSAGES.unavailable,
	});
	expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
	expect(later.status).toBe(200);
});

test('while all running requests are recent, more are accepted, up to the burst limit', async () => {
	let time = 0;
	const market = await openSlowMarket(() => time);
	const first = await market.fill('/slow', MOST * BURST_FACTOR - 1);
	time = FAST_MS - 1;
	const last = await market.fill('/slow', 1);

	const refused = await market.ask('/slow');
	market.goOn();

	expect(refused.status).toBe(503);
	for (const { status } of await Promise.all([...first, ...last])) expect(status).toBe(200);
});

test('at capacity, health checks, administrators and open polling connections are still served', async () => {
	const market = await openSlowMarket();
	await market.fill();

	const health = await market.ask('/health/live');
	const office = await market.ask('/api/admin/users');
	const newLine = await market.ask('/socket.io/?EIO=4&transport=polling');
	const ofLine = market.ask('/socket.io/?EIO=4&transport=polling&sid=1');
	market.goOn();

	expect([health.status, office.status, newLine.status]).toEqual([200, 200, 503]);
	expect((await ofLine).status).toBe(200);
});

test('at capacity, new WebSocket connections are refused', async () => {
	const market = await openSlowMarket();
	await market.fill();
	const line = await market.line();

	line.write(
		'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: market\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
	);
	const answer = await text(line);
	market.goOn();

	expect(answer).toMatch(/^HTTP\/1\.1 503 .+\r\nretry-after: 2\r\n/);
});

test('a client that resets a refused connection does not harm the server', async () => {
	const market = await openSlowMarket();
	await market.fill();
	const broken = await Promise.all(Array.from({ length: 20 }, market.line));

	for (const line of broken) {
		line.write(
			'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: market\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
			() => line.resetAndDestroy(),
		);
	}
	await Promise.all(broken.map((line) => line.closed || once(line, 'close')));
	const health = await market.ask('/health/live');
	market.goOn();

	expect(health.status).toBe(200);
});

test('waiting polls and slow uploads take no capacity', async () => {
	const market = await openSlowMarket();
	await market.fill('/socket.io/?sid=1');
	const senders = await Promise.all(Array.from({ length: MOST }, market.line));
	for (const sender of senders) {
		sender.write(
			'POST /slow HTTP/1.1\r\nHost: market\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
		);
	}
	const before = market.begun();
	const others = await market.fill('/slow', MOST / 2);

	const [sender] = senders;
	sender?.write('}');
	await vi.waitUntil(() => market.begun() === before + MOST / 2 + 1, WAIT);
	market.goOn();

	const served = await Promise.all(others);
	expect(served.every(({ status }) => status === 200)).toBe(true);
});

test('the work of a disconnected client counts until it is done', async () => {
	const market = await openSlowMarket();
	const others = await market.fill('/slow', MOST - 1);
	const line = await market.line();
	const before = market.begun();
	line.write('GET /slow HTTP/1.1\r\nHost: market\r\n\r\n');
	await vi.waitUntil(() => market.begun() === before + 1, WAIT);

	line.destroy();
	const health = await market.ask('/health/live');
	const refused = await market.ask('/slow');
	market.goOn();
	await Promise.all(others);
	const served = await market.ask('/slow');

	expect([health.status, refused.status, served.status]).toEqual([200, 503, 200]);
});

test('searches at capacity do not delay other requests', async () => {
	const market = await openSlowMarket();
	const searches = await market.fill('/slow?q=lamp', CAPACITY.searches);

	const refused = await market.ask('/slow?q=desk');
	const others = await market.fill();
	market.goOn();

	expect(refused.status).toBe(503);
	for (const { status } of await Promise.all([...searches, ...others])) expect(status).toBe(200);
});

test('exports at capacity do not delay other requests', async () => {
	const market = await openSlowMarket();
	const exports = await market.fill('/api/account/export', CAPACITY.exports);

	const refused = await market.ask('/api/account/export?again');
	const others = await market.fill();
	market.goOn();

	expect(refused.status).toBe(503);
	for (const { status } of await Promise.all([...exports, ...others])) expect(status).toBe(200);
});

test('a GET request that announces a body counts towards capacity', async () => {
	const market = await openSlowMarket();
	const lines = await Promise.all(Array.from({ length: MOST }, market.line));
	for (const line of lines) {
		line.write('GET /slow HTTP/1.1\r\nHost: market\r\nContent-Length: 1\r\n\r\n?');
	}
	await vi.waitUntil(() => market.begun() === MOST, WAIT);

	const refused = await market.ask('/slow');
	market.goOn();

	expect(refused.status).toBe(503);
});

test.each([
	['with its key encoded', '/slow?%71=lamp', ''],
	['among other keys', '/slow?sort=name&%71=lamp', ''],
	['behind a #', '/slow#q=lamp', ''],
	['with a multipart content type', '/slow?q=lamp', 'Content-Type: multipart/form-data\r\n'],
])('a search is recognised %s', async (_, path, header) => {
	const market = await openSlowMarket();
	await market.fill('/slow?q=lamp', CAPACITY.searches);
	const line = await market.line();

	line.write(`GET ${path} HTTP/1.1\r\nHost: market\r\nConnection: close\r\n${header}\r\n`);
	const answer = await text(line);
	market.goOn();

	expect(answer).toMatch(/^HTTP\/1\.1 503 /);
});
