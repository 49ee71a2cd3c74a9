import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Instances } from '#server/instances/instances.ts';
import type { Reading } from './client.ts';
import { openCopy, WRITTEN_LATELY_S } from './copy.ts';
import type { Databases } from './open-databases.ts';

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
