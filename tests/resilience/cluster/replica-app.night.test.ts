import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { openAppClient } from '#tests/support/degraded-app.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';
import { openReplicatedDatabase } from '#tests/support/replicated-database.ts';

const PROGRAMS = ['pg_basebackup', 'redis-server'];
const WAIT = { timeout: 60_000, interval: 20 };
const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');

async function open() {
	const database = await openReplicatedDatabase();
	const flakyPrimary = await openFlakyDatabase(database.url);
	return { database, flakyPrimary, redis: await openRedisServer() };
}

const { database, flakyPrimary, redis } = await openWithPrograms(PROGRAMS, open);

/** Starts an instance on a data folder that both instances share. @returns its address */
async function openInstance(DATA_DIR: string): Promise<string> {
	const config = readConfig({
		...redis.environment(flakyPrimary.url),
		DATA_DIR,
		WEB_FOLDER,
		PORT: '0',
		DATABASE_REPLICA_URL: database.replicaUrl,
	});
	const log = pino({ level: 'silent' });
	const beforeServing = async () => undefined;
	const startedApp = await startApp({ config, log, onProgress: () => undefined, beforeServing });
	onTestFinished(startedApp.close);
	return startedApp.address;
}

const READS = ['item/get-all-items', 'items?limit=5', 'items?q=casio', 'items?sort=price-asc'];

/** Status and text of each instance's response to every read. */
async function readAll(addresses: readonly string[]) {
	const urls = addresses.flatMap((address) => READS.map((path) => `${address}/api/${path}`));
	const responses = await Promise.all(urls.map((url) => fetch(url)));
	return Promise.all(
		responses.map(async (response) => [response.status, await response.text()] as const),
	);
}

describeWithPrograms(PROGRAMS, 'two instances with a replica of the database', () => {
	test('both instances show a new item while the replica lags, and serve reads without the primary; readiness names the database that is down', async () => {
		const DATA_DIR = await createTempFolder();
		const addresses = [await openInstance(DATA_DIR), await openInstance(DATA_DIR)];
		const appClient = await openAppClient(addresses[0] ?? '');
		await database.pauseReplay();

		const posted = await appClient.post();
		const lagging = await readAll(addresses);
		await database.resumeReplay();
		await flakyPrimary.disconnect();
		await vi.waitUntil(async () => (await appClient.post()).status === 503, WAIT);
		const withoutPrimary = await readAll(addresses);
		const ready = await appClient.request('/health/ready');
		await flakyPrimary.reconnect();
		await vi.waitUntil(async () => (await appClient.post()).status === 201, WAIT);
		await database.standby.stop();
		const isReplicaDegraded = async () =>
			(await appClient.request('/health/ready')).body.includes('"replica"');
		await vi.waitUntil(isReplicaDegraded, WAIT);

		const { item } = JSON.parse(posted.body);
		expect(posted.status).toBe(201);
		expect(ready).toMatchObject({ status: 200, body: expect.stringContaining('"database"') });
		for (const [status, text] of [...lagging, ...withoutPrimary]) {
			expect(status).toBe(200);
			expect(text).toContain(item.title);
		}
	});
});
