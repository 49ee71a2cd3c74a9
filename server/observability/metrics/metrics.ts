import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Db, ReadRouter } from '#server/db/client.ts';
import type { HealthMonitor } from '#server/db/health.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { createDatabaseStats } from './database.ts';
import { gauge, gauges } from './gauges.ts';
import { lastBackupSeconds } from './last-backup.ts';
import { type PoolStats, watchPools } from './pools.ts';
import { watchRequests } from './requests.ts';
import { watchResponseCache } from './response-cache.ts';
import { watchWork } from './work.ts';

/** The parts of the server that are measured. */
export interface MetricsSources {
	app: FastifyInstance;
	/** Connected sockets of a namespace. */
	countSockets: (namespace: string) => number;
	pools: Readonly<Record<string, PoolStats>>;
	/** Connection pool for quick queries. */
	db: Db;
	health: Pick<HealthMonitor, 'isUp'>;
	/** State of the read replica for listings. */
	replicaStatus: ReadRouter['replicaStatus'];
	isInMaintenance: () => boolean;
	dataDir: string;
	cluster: Pick<Cluster, 'degradedServices'>;
	/** Whether other instances may run. */
	isShared: boolean;
}

export interface Metrics {
	registry: Registry;
	/** Stops counting. */
	close: () => void;
}

/** Registers all metrics of an instance; must be called before its app listens. */
export function openMetrics(sources: MetricsSources): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	watchRequests(sources.app, registry);
	const close = watchWork(registry);
	watchPools(registry, sources.pools);
	watchDatabase(registry, sources);
	watchReplica(registry, sources);
	watchDisk(registry, sources.dataDir);
	watchApp(registry, sources);
	watchResponseCache(registry, () => sources.app.responseCache.stats());
	return { registry, close };
}

function watchDatabase(registry: Registry, { db, health }: MetricsSources): void {
	const stats = createDatabaseStats(db);
	gauge(registry, 'database_up', '1 while the database answers.', () => Number(health.isUp()));
	gauge(
		registry,
		'clock_offset_seconds',
		'How far the clock of the database is ahead of ours.',
		async () => (await stats())?.clockOffsetSeconds,
	);
	gauges(
		registry,
		{ name: 'jobs', help: 'Background work by queue and state.', labels: ['queue', 'state'] },
		async () =>
			((await stats())?.queues ?? []).flatMap(({ queue, waiting, active, failed }) => [
				[{ queue, state: 'waiting' }, waiting],
				[{ queue, state: 'active' }, active],
				[{ queue, state: 'failed' }, failed],
			]),
	);
	gauges(
		registry,
		{
			name: 'job_oldest_seconds',
			help: 'How long the oldest due work has been waiting.',
			labels: ['queue'],
		},
		async () =>
			((await stats())?.queues ?? []).map(({ queue, oldestSeconds }) => [{ queue }, oldestSeconds]),
	);
}

function watchReplica(registry: Registry, { replicaStatus }: MetricsSources): void {
	gauge(registry, 'replica_up', '1 while listings are read from the replica.', () => {
		const status = replicaStatus();
		return status && Number(status.failureReason === undefined);
	});
	gauge(registry, 'replica_lag_seconds', 'How far the replica is behind the primary.', () => {
		const status = replicaStatus();
		return status && status.lagMs / 1000;
	});
}

function watchDisk(registry: Registry, dataDir: string): void {
	gauge(registry, 'data_free_bytes', 'Free space on the disk of DATA_DIR.', async () => {
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

function watchApp(
	registry: Registry,
	{ countSockets, isInMaintenance, cluster, isShared }: MetricsSources,
): void {
	gauges(
		registry,
		{ name: 'sockets', help: 'Connected sockets by namespace.', labels: ['namespace'] },
		() => ['/', ADMIN_NAMESPACE].map((namespace) => [{ namespace }, countSockets(namespace)]),
	);
	gauge(registry, 'maintenance', '1 during maintenance.', () => Number(isInMaintenance()));
	gauges(
		registry,
		{
			name: 'build_info',
			help: 'Always 1; the labels have the versions of the server and of Node.',
			labels: ['version', 'node'],
		},
		() => [[{ version: packageJson.version, node: process.version }, 1]],
	);
	gauge(registry, 'redis_up', '1 while the other instances are reachable through Redis.', () =>
		isShared ? Number(cluster.degradedServices().length === 0) : undefined,
	);
}
