import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '#server/app/start.ts';
import { readConfig } from '#server/config/config.ts';
import { openCopiedDatabase } from '#tests/support/copied-database.ts';
import { describeWith, openWith } from '#tests/support/debian-programs.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { openFolder } from '#tests/support/photo-files.ts';
import { openRedis } from '#tests/support/redis-server.ts';
import { openTroubledMarket } from '#tests/support/troubled-market.ts';

const PROGRAMS = ['pg_basebackup', 'redis-server'];
const WAIT = { timeout: 60_000, interval: 20 };
const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');

async function open() {
	const database = await openCopiedDatabase();
	const line = await openFlakyDatabase(database.url);
	return { database, line, redis: await openRedis() };
}

const { database, line, redis } = await openWith(PROGRAMS, open);

/** One instance of a server with a shared data folder. */
async function openInstance(DATA_DIR: string): Promise<string> {
	const config = readConfig({
		...redis.environment(line.url),
		...{ DATA_DIR, WEB_FOLDER, PORT: '0', DATABASE_REPLICA_URL: database.copyUrl },
	});
	const log = pino({ level: 'silent' });
	const beforeServing = async () => undefined;
	const market = await startApp({ config, log, onProgress: () => undefined, beforeServing });
	onTestFinished(market.close);
	return market.address;
}

const READS = ['item/get-all-items', 'items?limit=5', 'items?q=casio', 'items?sort=price-asc'];

/** The answers of each instance to every read. */
async function readAll(addresses: readonly string[]) {
	const asked = addresses.flatMap((address) => READS.map((path) => `${address}/api/${path}`));
	const answers = await Promise.all(asked.map((url) => fetch(url)));
	return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()] as const));
}

describeWith(PROGRAMS, 'a market of two instances with a copy of the database', () => {
	test('both show what was just posted on one, and serve reads while the database is down', async () => {
		const DATA_DIR = await openFolder();
		const addresses = [await openInstance(DATA_DIR), await openInstance(DATA_DIR)];
		const seller = await openTroubledMarket(addresses[0] ?? '');
		await database.hold();

		const posted = await seller.post();
		const held = await readAll(addresses);
		await database.letGo();
		await line.cut();
		await vi.waitUntil(async () => (await seller.post()).status === 503, WAIT);
		const away = await readAll(addresses);
		const ready = await seller.ask('/health/ready');
		await line.mend();
		await vi.waitUntil(async () => (await seller.post()).status === 201, WAIT);
		await database.standby.stop();
		const isAlone = async () => (await seller.ask('/health/ready')).body.includes('"replica"');
		await vi.waitUntil(isAlone, WAIT);

		const { item } = JSON.parse(posted.body);
		expect(posted.status).toBe(201);
		expect(ready).toMatchObject({ status: 200, body: expect.stringContaining('"database"') });
		for (const [status, text] of [...held, ...away]) {
			expect(status).toBe(200);
			expect(text).toContain(item.title);
		}
	});
});
