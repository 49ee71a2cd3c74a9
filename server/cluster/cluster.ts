import type { FastifyBaseLogger } from 'fastify';
import type { ServerOptions } from 'socket.io';
import { type OpenCounter, openLocalCounter } from './counter.ts';

/** What instances share besides the database and photos. One interface serves a single instance and several. */
export interface Cluster {
	openCounter: OpenCounter;
	/** Opens Socket.IO's adapter, which reaches the sockets of other instances; unset for a single instance. */
	openAdapter?: () => NonNullable<ServerOptions['adapter']>;
	/** Services that currently do not reach other instances, in words for the operator; empty when all work. */
	degradedServices: () => readonly string[];
	close: () => Promise<void>;
}

/** A cluster of one instance, without external services. */
function openSingle(): Cluster {
	return {
		openCounter: openLocalCounter,
		degradedServices: () => [],
		close: async () => undefined,
	};
}

/**
 * Joins the instances through Redis; without `redisUrl` opens a single instance and loads no Redis code.
 * @throws Error with a one-line message that names REDIS_URL when Redis can't be used
 */
export async function openCluster(
	redisUrl: string | undefined,
	log: FastifyBaseLogger,
): Promise<Cluster> {
	if (redisUrl === undefined) return openSingle();
	const { openRedisCluster } = await import('./redis-cluster.ts');
	return openRedisCluster(redisUrl, log);
}
