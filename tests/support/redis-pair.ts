import { vi } from 'vitest';
import { openApp } from './app.ts';
import { cloneDatabase } from './clone.ts';
import { openRedis } from './redis-server.ts';
import { openSockets } from './sockets.ts';

const WAIT = { timeout: 20_000, interval: 10 };

/** Two instances of one app that share only a database and a Redis. */
export async function openPair() {
	const redis = await openRedis();
	const environment = { ...redis.environment(await cloneDatabase()), RATE_LIMIT: 'on' };
	const one = await openApp(environment);
	const other = await openApp(environment);
	const [here, there] = [await openSockets(one), await openSockets(other)];

	const readinessOf = async ({ app }: typeof one) => (await app.inject('/health/ready')).json();
	/** Waits until both instances report this status. */
	async function areBoth(status: 'ok' | 'degraded'): Promise<void> {
		for (const instance of [one, other]) {
			await vi.waitUntil(async () => (await readinessOf(instance)).status === status, WAIT);
		}
	}
	return { redis, one, other, here, there, readinessOf, areBoth };
}
