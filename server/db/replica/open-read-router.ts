import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { ReadRouter } from '#server/db/client.ts';
import type { Databases } from '#server/db/open-databases.ts';
import type { OpenHighWatermark } from './high-watermark.ts';
import { openReplica, RECENT_WRITE_S } from './replica.ts';

interface Options extends Pick<Databases, 'requestPool' | 'health'> {
	config: Pick<Config, 'databaseReplicaUrl' | 'databasePooled'>;
	openHighWatermark: OpenHighWatermark;
	log: FastifyBaseLogger;
}

/** Opens the read router: to the configured replica, or to the primary without one. */
export async function openReadRouter(
	options: Options,
): Promise<{ readRouter: ReadRouter; close: () => Promise<void> }> {
	const { config, requestPool, health, openHighWatermark, log } = options;
	const { databaseReplicaUrl: url, databasePooled: isPooled } = config;
	if (!url) return { readRouter: requestPool.readRouter, close: async () => undefined };
	// The position of the newest write in the primary's log, shared by all instances.
	const watermark = openHighWatermark('written', RECENT_WRITE_S);
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
