import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { openApp } from '#tests/support/app.ts';
import { healthRoutes } from './routes.ts';

const t = await openApp();

test('the health checks of a server with a database connection answer that it is alive and ready', async () => {
	for (const url of ['/health/live', '/health/ready']) {
		const res = await t.app.inject(url);

		expect(res.statusCode, url).toBe(200);
		expect(res.json()).toEqual({ status: 'ok' });
	}
});

test('a server without a database connection is alive but not ready, and the answer has a Retry-After header', async () => {
	const app = Fastify();
	const { db, close } = openPool('postgres://nobody@127.0.0.1:1/nothing', () => undefined);
	healthRoutes(app, { db, degradedServices: () => [] });

	const ready = await app.inject('/health/ready');
	const live = await app.inject('/health/live');
	await close();

	expect(ready.statusCode).toBe(503);
	expect(ready.json()).toEqual({ status: 'unavailable' });
	expect(ready.headers['retry-after']).toBe('2');
	expect(live.statusCode).toBe(200);
});
