import type { FastifyBaseLogger } from 'fastify';
import type { Instances } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { Reading } from '#server/db/client.ts';
import type { Databases } from '#server/db/open-databases.ts';
import { openCopy, WRITTEN_LATELY_S } from './replica.ts';

interface Options extends Pick<Databases, 'serving' | 'pulse'> {
	config: Pick<Config, 'databaseReplicaUrl' | 'databasePooled'>;
	instances: Pick<Instances, 'openHighMark'>;
	log: FastifyBaseLogger;
}

/** Where what may lag behind by moments is read: at the configured copy, or at the database itself. */
export async function openReading(
	options: Options,
): Promise<{ reading: Reading; close: () => Promise<void> }> {
	const { config, serving, pulse, instances, log } = options;
	const { databaseReplicaUrl: url, databasePooled: isPooled } = config;
	if (!url) return { reading: serving.reading, close: async () => undefined };
	const written = instances.openHighMark('written', WRITTEN_LATELY_S);
	const { close, ...reading } = await openCopy({ url, isPooled, serving, pulse, written, log });
	return { reading, close };
}
