import type { FastifyBaseLogger } from 'fastify';
import type { ServerOptions } from 'socket.io';
import type { OpenHighWatermark } from '#server/db/replica/high-watermark.ts';
import { type Bus, openLocalBus } from './bus.ts';
import type { OpenCounter } from './counter.ts';
import { openLocalHighWatermark } from './high-watermark.ts';
import { openLocalCounter } from './local-counter.ts';

/** What the instances of one market have in common besides its database and photos: one code, whether there are any others. */
export interface Cluster {
	bus: Bus;
	openCounter: OpenCounter;
	openHighWatermark: OpenHighWatermark;
	/** How realtime reaches the connections of all of them; unset where there is one alone. */
	adapter?: NonNullable<ServerOptions['adapter']>;
	/** What does not reach the others at the moment, in words for whoever runs the market; empty where all is well. */
	degradedServices: () => readonly string[];
	close: () => Promise<void>;
}

/** One instance, which needs nobody. */
function openSingle(): Cluster {
	return {
		bus: openLocalBus(),
		openCounter: openLocalCounter,
		openHighWatermark: openLocalHighWatermark,
		degradedServices: () => [],
		close: async () => undefined,
	};
}

/**
 * One of several, which are one by Redis; alone where no `redisUrl` is given, and nothing is loaded then.
 * @throws Error in one line that names REDIS_URL when Redis can't be used
 */
export async function openCluster(
	redisUrl: string | undefined,
	log: FastifyBaseLogger,
): Promise<Cluster> {
	if (redisUrl === undefined) return openSingle();
	const { openRedisCluster: openSeveral } = await import('./redis/redis-cluster.ts');
	return openSeveral(redisUrl, log);
}
