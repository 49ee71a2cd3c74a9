import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Db } from '#server/db/client.ts';
import type { HealthMonitor } from '#server/db/health.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { createDatabaseStats } from './database.ts';
import { lastBackupSeconds } from './last-backup.ts';

/** Statistics of a connection pool. */
type PoolStats = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;

/** The parts of the server that are measured. */
export interface MetricsSources {
	app: FastifyInstance;
	/** Connected sockets of a namespace. */
	countSockets: (namespace: string) => number;
	pools: Readonly<Record<string, PoolStats>>;
	/** Connection pool for quick queries. */
	db: Db;
	health: Pick<HealthMonitor, 'isUp'>;
	isInMaintenance: () => boolean;
	dataDir: string;
	cluster: Pick<Cluster, 'degradedServices'>;
	/** Whether other instances may run. */
	isShared: boolean;
}

/** One value, or one for each set of labels; undefined is left out. */
type Reading = number | undefined | [labels: Record<string, string>, value: number][];

/** @param read called whenever the metrics are fetched */
type AddGauge = (
	name: string,
	help: string,
	read: () => Reading | Promise<Reading>,
	...labelNames: string[]
) => void;

/** Registers everything that is read when metrics are fetched. */
export function registerGauges(registry: Registry, sources: MetricsSources): void {
	const add: AddGauge = (name, help, read, ...labelNames) =>
		new Gauge({
			name: `passdown_${name}`,
			help,
			labelNames,
			registers: [registry],
			async collect() {
				const reading = await read();
				// Sets a gauge without labels to 0, so that one without a value must be removed.
				this.reset();
				if (reading === undefined) this.remove();
				else if (typeof reading === 'number') this.set(reading);
				else for (const [labels, value] of reading) this.set(labels, value);
			},
		});
	addAppGauges(add, sources);
	addDatabaseGauges(add, sources);
	addPoolGauges(add, sources);
	addStorageGauges(add, sources);
}

function addAppGauges(add: AddGauge, sources: MetricsSources): void {
	const { app, countSockets, isInMaintenance, cluster, isShared } = sources;
	add(
		'build_info',
		'Always 1; the labels have the versions of the server and of Node.',
		() => [[{ version: packageJson.version, node: process.version }, 1]],
		...['version', 'node'],
	);
	add('maintenance', '1 during maintenance.', () => Number(isInMaintenance()));
	add(
		'sockets',
		'Connected sockets by namespace.',
		() => ['/', ADMIN_NAMESPACE].map((namespace) => [{ namespace }, countSockets(namespace)]),
		'namespace',
	);
	const cacheStats = () => app.responseCache.stats();
	add('ready_answers', 'Public responses in the cache.', () => cacheStats().entries);
	add('ready_answers_bytes', 'Memory used by the response cache.', () => cacheStats().bytes);
	add('redis_up', '1 while the other instances are reachable through Redis.', () =>
		isShared ? Number(cluster.degradedServices().length === 0) : undefined,
	);
}

function addDatabaseGauges(add: AddGauge, { db, health }: MetricsSources): void {
	const databaseStats = createDatabaseStats(db);
	const queues = async () => (await databaseStats())?.queues ?? [];
	add('database_up', '1 while the database answers.', () => Number(health.isUp()));
	add(
		'clock_offset_seconds',
		'How far the clock of the database is ahead of ours.',
		async () => (await databaseStats())?.clockOffsetSeconds,
	);
	add(
		'jobs',
		'Background work by queue and state.',
		async () =>
			(await queues()).flatMap(({ queue, waiting, active, failed }) => [
				[{ queue, state: 'waiting' }, waiting],
				[{ queue, state: 'active' }, active],
				[{ queue, state: 'failed' }, failed],
			]),
		...['queue', 'state'],
	);
	add(
		'job_oldest_seconds',
		'How long the oldest due work has been waiting.',
		async () => (await queues()).map(({ queue, oldestSeconds }) => [{ queue }, oldestSeconds]),
		'queue',
	);
}

function addPoolGauges(add: AddGauge, { pools }: MetricsSources): void {
	const addEach = (name: string, help: string, read: (pool: PoolStats) => number) => {
		const readAll = (): Reading =>
			Object.entries(pools).map(([pool, stats]) => [{ pool }, read(stats)]);
		add(name, help, readAll, 'pool');
	};
	addEach('pool_connections', 'Open connections to the database.', (pool) => pool.totalCount);
	addEach('pool_idle', 'Idle connections to the database.', (pool) => pool.idleCount);
	addEach('pool_waiting', 'Callers waiting for a connection.', (pool) => pool.waitingCount);
	addEach('pool_max', 'Maximum number of connections of the pool.', (pool) => pool.options.max);
}

function addStorageGauges(add: AddGauge, { dataDir }: MetricsSources): void {
	// If the disk cannot be read, the response must still contain all other metrics.
	const readDisk = () => statfs(dataDir).catch(() => undefined);
	add('data_free_bytes', 'Free space on the disk of DATA_DIR.', async () => {
		const disk = await readDisk();
		return disk && disk.bavail * disk.bsize;
	});
	add('data_size_bytes', 'Size of the disk of DATA_DIR.', async () => {
		const disk = await readDisk();
		return disk && disk.blocks * disk.bsize;
	});
	add('last_backup_timestamp_seconds', 'When the last backup was taken; 0: never.', () =>
		lastBackupSeconds(dataDir),
	);
}
