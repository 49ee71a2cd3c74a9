import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openPool } from '#server/db/client.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { startHaproxy, startNginx } from '#tests/support/balancers.ts';
import { factories } from '#tests/support/factories.ts';
import { startInstances } from '#tests/support/instances.ts';
import { ensureBrowser } from '#tools/lib/browser.ts';
import { launchBrowser, signInContext } from '../lib/browser.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { type Delays, measureDelays, type OpenPage } from '../lib/cross-instance-actions.ts';
import { startRedis } from '../lib/redis-server.ts';
import { checkTarget } from '../lib/result-row.ts';
import { defineScenario } from '../lib/scenario.ts';
import { median } from '../lib/statistics.ts';

/** How soon a change on one instance is visible on another. Needs the system's nginx, haproxy and redis-server. */
export const scenario = defineScenario({
	options: { rounds: { default: 30, help: 'times of each action behind each balancer' } },
	async run({ rounds }) {
		await ensureBrowser();
		const delays: [balancer: string, action: string, durationsMs: number[]][] = [];
		for (const balancer of ['nginx', 'haproxy'] as const) {
			const delaysByAction = await measureCrossInstanceDelays({ balancer, rounds });
			for (const [action, durationsMs] of Object.entries(delaysByAction)) {
				delays.push([balancer, action, durationsMs]);
			}
		}
		return {
			tables: [
				{
					title: 'Done on one instance, visible on another in a browser',
					columns: ['balancer', 'action', 'times', 'median ms', 'slowest ms'],
					rows: delays.map(([balancer, action, durationsMs]) => [
						balancer,
						action,
						durationsMs.length,
						...[median(durationsMs), Math.max(...durationsMs)].map((ms) => ms.toFixed(0)),
					]),
				},
			],
			results: [
				checkTarget({
					what: 'done on one instance, visible on another: slowest median',
					sign: '≤',
					limit: 200,
					unit: 'ms',
					digits: 0,
					measurements: [Math.max(...delays.map(([, , durationsMs]) => median(durationsMs)))],
				}),
			],
		};
	},
});

const BALANCERS = { nginx: startNginx, haproxy: startHaproxy };

interface Options {
	balancer: keyof typeof BALANCERS;
	/** How often each action is repeated. */
	rounds: number;
}

/**
 * Acts on one of two instances behind a balancer, and waits for the effect in a browser on the other.
 * @returns milliseconds from the action to its effect, by action
 */
export function measureCrossInstanceDelays({ balancer: name, rounds }: Options): Promise<Delays> {
	return withTempFolder((folder) =>
		withCleanup(async (onEnd) => {
			const postgres = await startEmbeddedPostgres({ folder, settings: ['max_connections=200'] });
			onEnd(postgres.stop);
			const redis = await startRedis();
			onEnd(redis.stop);
			const instances = await startInstances({
				count: 2,
				databaseUrl: postgres.url('postgres'),
				redisUrl: redis.url,
				// The real pages instead of those of the tests.
				environment: { RATE_LIMIT: 'on', WEB_FOLDER: '' },
			});
			onEnd(instances.stop);
			const { db, close } = openPool(postgres.url('postgres'), () => undefined);
			onEnd(close);
			const balancer = await BALANCERS[name](instances.ports);
			onEnd(balancer.stop);
			const cookies = await Promise.all(instances.ports.map((port) => balancer.cookieTo(port)));
			const browser = await launchBrowser();
			onEnd(() => browser.close());
			const create = factories(db, createDiskPhotoStore(join(instances.dataDir, 'photos')));
			const openPage = createPageOpener(browser, balancer.address, cookies);
			return measureDelays({ openPage, create, rounds });
		}),
	);
}

function createPageOpener(browser: Browser, address: string, cookies: readonly string[]): OpenPage {
	return async ({ instance, path, user }) => {
		const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block' });
		const [name = '', value = ''] = cookies[instance]?.split('=') ?? [];
		await context.addCookies([{ name, value, url: address }]);
		if (user) await signInContext(context, user);
		const page = await context.newPage();
		await page.goto(path);
		return page;
	};
}
