import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '#ops/browser.ts';
import { connect } from '#server/db/client.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { diskPhotoStore } from '#server/storage/photo-store.ts';
import { startHaproxy, startNginx } from '#tests/support/balancers.ts';
import { factories } from '#tests/support/factories.ts';
import { startInstances } from '#tests/support/instances.ts';
import { startRedis } from './redis-server.ts';
import { deedsSeen, type OpenPage, type Seen } from './seen-deeds.ts';

const BALANCERS = { nginx: startNginx, haproxy: startHaproxy };

interface Options {
	balancer: keyof typeof BALANCERS;
	/** Times that each thing is done. */
	rounds: number;
}

/**
 * Two instances of a market behind a balancer, and pages of a browser on each: what is done on one is waited for on the other.
 * @returns milliseconds from the deed until it was seen, by what was done
 */
export async function measureSeenElsewhere({ balancer, rounds }: Options): Promise<Seen> {
	const folder = await mkdtemp(join(tmpdir(), 'market-seen-'));
	const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
	try {
		const postgres = await startEmbeddedPostgres({ folder, settings: ['max_connections=200'] });
		closers.push(postgres.stop);
		const redis = await startRedis();
		closers.push(redis.stop);
		const market = await startInstances({
			...{ count: 2, databaseUrl: postgres.url('postgres'), redisUrl: redis.url },
			// The real pages, in place of the tests' own.
			environment: { RATE_LIMIT: 'on', WEB_FOLDER: '' },
		});
		closers.push(market.stop);
		const { db, close } = connect(postgres.url('postgres'), () => undefined);
		closers.push(close);
		const before = await BALANCERS[balancer](market.ports);
		closers.push(before.stop);
		const cookies = await Promise.all(market.ports.map((port) => before.cookieTo(port)));
		const browser = await chromium.launch({
			executablePath: findBrowser(),
			args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
		});
		closers.push(() => browser.close());
		const made = factories(db, diskPhotoStore(join(market.dataDir, 'photos')));
		return await deedsSeen({ open: pagesOf(browser, before.address, cookies), made, rounds });
	} finally {
		for (const closer of closers.reverse()) await closer();
	}
}

function pagesOf(browser: Browser, address: string, cookies: readonly string[]): OpenPage {
	return async ({ instance, path, as }) => {
		const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block' });
		const [name = '', value = ''] = cookies[instance]?.split('=') ?? [];
		await context.addCookies([{ name, value, url: address }]);
		if (as) {
			await context.addInitScript(({ id, token }) => {
				localStorage.setItem('accessToken', token);
				localStorage.setItem('userId', String(id));
			}, as);
		}
		const page = await context.newPage();
		await page.goto(path);
		return page;
	};
}
