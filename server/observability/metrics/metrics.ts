import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { OFFICE_NAMESPACE } from '#contract/admin/events.ts';
import type { Instances } from '#server/cluster/cluster.ts';
import type { Db, Reading } from '#server/db/client.ts';
import type { Pulse } from '#server/db/health.ts';
import type { LiveIo } from '#server/realtime/socket-types.ts';
import market from '../../../package.json' with { type: 'json' };
import { openDatabaseFigures } from './database.ts';
import { gauge, gauges } from './gauges.ts';
import { lastBackupSeconds } from './last-backup.ts';
import { type AskedPool, watchPools } from './pools.ts';
import { watchRequests } from './requests.ts';
import { watchReadyAnswers } from './response-cache.ts';
import { watchWorks } from './work.ts';

/** What of the market is measured. */
export interface Parts {
	app: FastifyInstance;
	io: LiveIo;
	pools: Readonly<Record<string, AskedPool>>;
	/** For questions that must not wait for long. */
	db: Db;
	pulse: Pick<Pulse, 'isBeating'>;
	/** How it stands with the copy that listings are read at. */
	standing: Reading['standing'];
	isClosed: () => boolean;
	dataDir: string;
	instances: Pick<Instances, 'troubles'>;
	/** Whether there may be other instances. */
	isShared: boolean;
}

export interface Metrics {
	registry: Registry;
	/** Counts nothing more. */
	close: () => void;
}

/** All metrics of one instance; its app must not be listening yet. */
export function openMetrics(measured: Parts): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	watchRequests(measured.app, registry);
	const close = watchWorks(registry);
	watchPools(registry, measured.pools);
	watchDatabase(registry, measured);
	watchReplica(registry, measured);
	watchDisk(registry, measured.dataDir);
	watchMarket(registry, measured);
	watchReadyAnswers(registry, () => measured.app.readyAnswers.figures());
	return { registry, close };
}

function watchDatabase(registry: Registry, { db, pulse }: Parts): void {
	const figures = openDatabaseFigures(db);
	gauge(registry, 'database_up', '1 while the database answers.', () => Number(pulse.isBeating()));
	gauge(
		registry,
		'clock_offset_seconds',
		'How far the clock of the database is ahead of ours.',
		async () => (await figures())?.clockOffsetSeconds,
	);
	gauges(
		registry,
		{ name: 'jobs', help: 'Background work by queue and state.', labels: ['queue', 'state'] },
		async () =>
			((await figures())?.queues ?? []).flatMap(({ queue, waiting, active, failed }) => [
				[{ queue, state: 'waiting' }, waiting],
				[{ queue, state: 'active' }, active],
				[{ queue, state: 'failed' }, failed],
			]),
	);
	gauges(
		registry,
		{
			name: 'job_oldest_seconds',
			help: 'How long the work that waits longest could have been begun.',
			labels: ['queue'],
		},
		async () =>
			((await figures())?.queues ?? []).map(({ queue, oldestSeconds }) => [
				{ queue },
				oldestSeconds,
			]),
	);
}

function watchReplica(registry: Registry, { standing }: Parts): void {
	gauge(registry, 'replica_up', '1 while listings are read at the copy of the database.', () => {
		const stands = standing();
		return stands && Number(stands.trouble === undefined);
	});
	gauge(registry, 'replica_lag_seconds', 'How far the copy is behind the database.', () => {
		const stands = standing();
		return stands && stands.behindMs / 1000;
	});
}

function watchDisk(registry: Registry, dataDir: string): void {
	gauge(registry, 'data_free_bytes', 'Room left on the disk of DATA_DIR.', async () => {
		const { bavail, bsize } = await statfs(dataDir);
		return bavail * bsize;
	});
	gauge(registry, 'data_size_bytes', 'Size of the disk of DATA_DIR.', async () => {
		const { blocks, bsize } = await statfs(dataDir);
		return blocks * bsize;
	});
	gauge(
		registry,
		'last_backup_timestamp_seconds',
		'When the last backup was taken; 0: never.',
		() => lastBackupSeconds(dataDir),
	);
}

function watchMarket(registry: Registry, { io, isClosed, instances, isShared }: Parts): void {
	gauges(
		registry,
		{ name: 'sockets', help: 'Connected sockets by namespace.', labels: ['namespace'] },
		() =>
			['/', OFFICE_NAMESPACE].map((namespace) => [{ namespace }, io.of(namespace).sockets.size]),
	);
	gauge(registry, 'maintenance', '1 while the market is closed.', () => Number(isClosed()));
	gauges(
		registry,
		{
			name: 'build_info',
			help: 'Always 1; which market runs on which Node.',
			labels: ['version', 'node'],
		},
		() => [[{ version: market.version, node: process.version }, 1]],
	);
	gauge(registry, 'redis_up', '1 while Redis reaches the other instances.', () =>
		isShared ? Number(instances.troubles().length === 0) : undefined,
	);
}
