import type { FastifyBaseLogger } from 'fastify';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { ReadRouter } from '#server/db/client.ts';
import type { Databases } from '#server/db/open-databases.ts';
import { openReplica, RECENT_WRITE_S } from './replica.ts';

interface Options extends Pick<Databases, 'requestPool' | 'health'> {
	config: Pick<Config, 'databaseReplicaUrl' | 'databasePooled'>;
	cluster: Pick<Cluster, 'openHighWatermark'>;
	log: FastifyBaseLogger;
}

/** Opens the read router: to the configured replica, or to the primary without one. */
export async function openReadRouter(
	options: Options,
): Promise<{ readRouter: ReadRouter; close: () => Promise<void> }> {
	const { config, requestPool, health, cluster, log } = options;
	const { databaseReplicaUrl: url, databasePooled: isPooled } = config;
	if (!url) return { readRouter: requestPool.readRouter, close: async () => undefined };
	const watermark = cluster.openHighWatermark('written', RECENT_WRITE_S);
	const { close, ...readRouter } = await openReplica({
		url,
		isPooled,
		requestPool,
		health,
		watermark,
		log,
	});
	return { readRouter, close };
}
