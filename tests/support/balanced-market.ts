import { join } from 'node:path';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/photo-store.ts';
import { startRedis } from '../../bench/lib/redis-server.ts';
import { type Balancer, startHaproxy, startNginx } from './balancers.ts';
import { factories } from './factories.ts';
import { startInstances } from './instances.ts';

const STARTS = { nginx: startNginx, haproxy: startHaproxy };

export type BalancerName = keyof typeof STARTS;

interface Asking {
	/** Index of the instance, from 0. */
	by: number;
	as?: { token: string };
	method?: string;
	/** A form is sent as it is, anything else as JSON. */
	body?: object;
}

/** Two instances on one database and one Redis, with a balancer in front. */
export async function openBalancedMarket(
	databaseUrl: string,
	{ environment = {} }: { environment?: Record<string, string> } = {},
) {
	const redis = await startRedis();
	const redisUrl = redis.url;
	const started = startInstances({ count: 2, databaseUrl, redisUrl, environment });
	const market = await started.catch(async (error: unknown) => {
		await redis.stop();
		throw error;
	});
	const { db, close } = openPool(databaseUrl, () => undefined);
	const closers = [redis.stop, market.stop, close];
	return {
		...factories(db, createDiskPhotoStore(join(market.dataDir, 'photos'))),
		async behind(name: BalancerName) {
			const balancer = await STARTS[name](market.ports);
			closers.push(balancer.stop);
			return throughIt(balancer, market.ports);
		},
		async stop(): Promise<void> {
			for (const closer of closers.splice(0).reverse()) await closer();
		},
	};
}

/** Requests through the balancer to one instance, like a browser with its cookie. */
async function throughIt({ address, cookieTo }: Balancer, ports: readonly number[]) {
	const cookies = await Promise.all(ports.map((port) => cookieTo(port)));

	function ask(path: string, { by, as, method = 'GET', body }: Asking): Promise<Response> {
		const isForm = body instanceof FormData;
		const headers = {
			cookie: cookies[by] ?? '',
			...(as && { authorization: `Bearer ${as.token}` }),
			...(body && !isForm && { 'content-type': 'application/json' }),
		};
		const sent = isForm ? body : JSON.stringify(body);
		return fetch(`${address}${path}`, { method, headers, ...(body && { body: sent ?? null }) });
	}
	return { address, cookies, ask };
}
