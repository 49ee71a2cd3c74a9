import { vi } from 'vitest';
import { openApp } from './app.ts';
import { cloneDatabase } from './clone-database.ts';
import { openRedisServer } from './redis-server.ts';
import { openSockets } from './sockets.ts';

const WAIT = { timeout: 20_000, interval: 10 };

/** Two instances of one app that share only a database and a Redis. */
export async function openAppPair() {
	const redis = await openRedisServer();
	const environment = { ...redis.environment(await cloneDatabase()), RATE_LIMIT: 'on' };
	const first = await openApp(environment);
	const second = await openApp(environment);
	const [firstSockets, secondSockets] = [await openSockets(first), await openSockets(second)];

	const readinessOf = async ({ app }: typeof first) => (await app.inject('/health/ready')).json();
	/** Waits until both instances report this status. */
	async function waitUntilBothReport(status: 'ok' | 'degraded'): Promise<void> {
		for (const instance of [first, second]) {
			await vi.waitUntil(async () => (await readinessOf(instance)).status === status, WAIT);
		}
	}
	return { redis, first, second, firstSockets, secondSockets, readinessOf, waitUntilBothReport };
}
