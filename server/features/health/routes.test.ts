import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { openApp } from '#tests/support/app.ts';
import { healthRoutes } from './routes.ts';

const t = await openApp();

test('a market with its database is alive and ready', async () => {
	for (const url of ['/health/live', '/health/ready']) {
		const res = await t.app.inject(url);

		expect(res.statusCode, url).toBe(200);
		expect(res.json()).toEqual({ status: 'ok' });
	}
});

test('a market without its database is alive, but not ready, and says when to ask again', async () => {
	const app = Fastify();
	const { db, close } = openPool('postgres://nobody@127.0.0.1:1/nothing', () => undefined);
	healthRoutes(app, { db, degradedServices: () => [], replicaStatus: () => undefined });

	const ready = await app.inject('/health/ready');
	const live = await app.inject('/health/live');
	await close();

	expect(ready.statusCode).toBe(503);
	expect(ready.json()).toEqual({ status: 'unavailable' });
	expect(ready.headers['retry-after']).toBe('2');
	expect(live.statusCode).toBe(200);
});
