import { Agent, get, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { mountGracefulShutdown } from './server.ts';

test('a response sent while the app closes is the last on its connection', async () => {
	const app = Fastify();
	mountGracefulShutdown(app);
	const received = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	app.addHook('preClose', async () => release.resolve());
	app.get('/', async () => {
		received.resolve();
		await release.promise;
		return 'done';
	});
	app.get('/quick', async () => 'done');
	const address = await app.listen({ port: 0, host: '127.0.0.1' });

	const before = await fetch(`${address}/quick`);
	const pendingRequest = fetch(address);
	await received.promise;
	await app.close();
	const response = await pendingRequest;

	expect(before.headers.get('connection')).toBe('keep-alive');
	expect(await response.text()).toBe('done');
	expect(response.headers.get('connection')).toBe('close');
});

test('during a shutdown, the app first reports not ready, then ends each connection with its response', async () => {
	const app = Fastify();
	mountGracefulShutdown(app);
	app.get('/health/ready', async () => ({ status: 'ok' }));
	app.get('/', async () => 'served');
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const keepAliveAgent = new Agent({ keepAlive: true });
	const ask = (path: string, agent?: Agent) =>
		new Promise<IncomingMessage>((resolve, reject) => {
			get(`${address}${path}`, agent ? { agent } : { agent: false }, (response) => {
				response.resume().once('end', () => resolve(response));
			}).once('error', reject);
		});
	const before = await ask('/', keepAliveAgent);

	const drained = app.drain();
	const [ready, page] = await Promise.all([ask('/health/ready'), ask('/')]);
	const askLast = () => ask('/', keepAliveAgent);
	await vi.waitUntil(async () => (await askLast()).headers.connection === 'close', WAIT);
	const last = await askLast();
	await drained;
	await app.close();

	expect(before.headers.connection).toBe('keep-alive');
	expect([ready.statusCode, page.statusCode]).toEqual([503, 200]);
	expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
});

const WAIT = { timeout: 10_000, interval: 20 };
