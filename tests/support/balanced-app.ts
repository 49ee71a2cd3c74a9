import { join } from 'node:path';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/photo-store.ts';
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
	/** A form is sent as it is, anything else as JSON. */
	body?: object;
}

/** Two instances on one database and one Redis, with a balancer in front. */
export async function openBalancedApp(
	databaseUrl: string,
	{ environment = {} }: { environment?: Record<string, string> } = {},
) {
	const redis = await startRedis();
	const redisUrl = redis.url;
	const started = startInstances({ count: 2, databaseUrl, redisUrl, environment });
	const app = await started.catch(async (error: unknown) => {
		await redis.stop();
		throw error;
	});
	const { db, close } = openPool(databaseUrl, () => undefined);
	const closers = [redis.stop, app.stop, close];
	return {
		...factories(db, createDiskPhotoStore(join(app.dataDir, 'photos'))),
		/** Starts a balancer in front of the instances. */
		async startBalancer(name: BalancerName) {
			const balancer = await START_BALANCER[name](app.ports);
			closers.push(balancer.stop);
			return requestThrough(balancer, app.ports);
		},
		async stop(): Promise<void> {
			for (const closer of closers.splice(0).reverse()) await closer();
		},
	};
}

/** Requests through the balancer to one instance, like a browser with its cookie. */
async function requestThrough({ address, cookieTo }: Balancer, ports: readonly number[]) {
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
