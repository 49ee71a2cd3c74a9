import { join } from 'node:path';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { startRedis } from '../../bench/lib/redis-server.ts';
import { type Balancer, startHaproxy, startNginx } from './balancers.ts';
import { factories } from './factories.ts';
import { startInstances } from './instances.ts';

const START_BALANCER = { nginx: startNginx, haproxy: startHaproxy };

export type BalancerName = keyof typeof START_BALANCER;

interface RequestOptions {
	/** Index of the instance, from 0. */
	instance: number;
	as?: { token: string };
	method?: string;
	/** `FormData` is sent unchanged, anything else as JSON. */
	body?: object;
}

/** Two instances on one database and one Redis. `startBalancer` puts a balancer in front of them. */
export async function openBalancedApp(
	databaseUrl: string,
	{ environment = {} }: { environment?: Record<string, string> } = {},
) {
	const redis = await startRedis();
	const redisUrl = redis.url;
	const starting = startInstances({ count: 2, databaseUrl, redisUrl, environment });
	const instances = await starting.catch(async (error: unknown) => {
		await redis.stop();
		throw error;
	});
	const { db, close } = openPool(databaseUrl, () => undefined);
	const closers = [redis.stop, instances.stop, close];
	return {
		...factories(db, createDiskPhotoStore(join(instances.dataDir, 'photos'))),
		/** @returns a client whose requests go through the balancer */
		async startBalancer(name: BalancerName) {
			const balancer = await START_BALANCER[name](instances.ports);
			closers.push(balancer.stop);
			return openClient(balancer, instances.ports);
		},
		async stop(): Promise<void> {
			for (const closer of closers.splice(0).reverse()) await closer();
		},
	};
}

/** Each request has the cookie that leads to the chosen instance, as a browser would have it. */
async function openClient({ address, cookieTo }: Balancer, ports: readonly number[]) {
	const cookies = await Promise.all(ports.map((port) => cookieTo(port)));

	function request(
		path: string,
		{ instance, as, method = 'GET', body }: RequestOptions,
	): Promise<Response> {
		const isForm = body instanceof FormData;
		const headers = {
			cookie: cookies[instance] ?? '',
			...(as && { authorization: `Bearer ${as.token}` }),
			...(body && !isForm && { 'content-type': 'application/json' }),
		};
		const payload = isForm ? body : JSON.stringify(body);
		return fetch(`${address}${path}`, { method, headers, ...(body && { body: payload ?? null }) });
	}
	return { address, cookies, request };
}
