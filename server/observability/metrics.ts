import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import { sql } from '#server/db/drizzle.ts';
import type { HealthMonitor } from '#server/db/health.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { counts } from './counts.ts';
import { lastBackupSeconds } from './last-backup.ts';

/** The parts of the server that are measured. */
interface MetricsSources {
	app: FastifyInstance;
	pools: Readonly<Record<string, Pick<pg.Pool, 'totalCount' | 'waitingCount'>>>;
	/** Connection pool for quick queries. */
	db: Db;
	health: Pick<HealthMonitor, 'isUp'>;
	isInMaintenance: () => boolean;
	config: Pick<Config, 'dataDir' | 'redisUrl'>;
	cluster: Pick<Cluster, 'degradedServices'>;
}

/** Loopback only: the endpoint has no authentication, and metrics are for operators. */
const HOST = '127.0.0.1';
/** The default scrape timeout of Prometheus. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Upper bounds in seconds. Most replies take about as long as the first; the others tell slow replies apart. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The pino levels that operators care about. */
const LOG_LEVELS: Readonly<Record<number, string>> = {
	30: 'info',
	40: 'warn',
	50: 'error',
	60: 'fatal',
};

/**
 * Measures an instance and serves the metrics at `/metrics` on a port of their own; call before the app listens.
 * @returns stops the endpoint
 * @throws Error in one line that names METRICS_PORT, if the port cannot be opened
 */
export async function serveMetrics(
	port: number,
	sources: MetricsSources,
): Promise<() => Promise<void>> {
	const { log } = sources.app;
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	timeRequests(registry, sources.app);
	registerCounters(registry);
	registerGauges(registry, sources);
	const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
		if (request.method !== 'GET' || request.url !== '/metrics') {
			response.writeHead(404).end();
			return;
		}
		send(registry, response).catch((error: unknown) => {
			log.error({ err: error }, 'metrics could not be collected');
			response.writeHead(500).end();
		});
	});
	server.listen(port, HOST);
	try {
		await once(server, 'listening');
	} catch (error) {
		const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
		throw new Error(`METRICS_PORT: cannot listen on port ${port} of ${HOST} (${reason}).`);
	}
	return async () => {
		server.close();
		server.closeAllConnections();
	};
}

async function send(registry: Registry, response: ServerResponse): Promise<void> {
	const body = await registry.metrics();
	response.writeHead(200, { 'content-type': registry.contentType }).end(body);
}

/**
 * Counts and times requests by route pattern; URLs could contain personal data. Requests that never reach Fastify are
 * not counted here: kept answers that are sent before routing, and refusals because of overload.
 */
function timeRequests(registry: Registry, app: FastifyInstance): void {
	const durations = new Histogram({
		name: 'passdown_http_request_duration_seconds',
		help: 'Duration of requests by route pattern, method and status class.',
		labelNames: ['route', 'method', 'status'],
		buckets: DURATION_BUCKETS,
		registers: [registry],
	});
	app.addHook('onResponse', (request, reply, done) => {
		const { url = 'none', method = 'any' } = request.routeOptions;
		const status = `${Math.floor(reply.statusCode / 100)}xx`;
		durations.observe({ route: url, method: String(method), status }, reply.elapsedTime / 1000);
		done();
	});
}

function registerCounters(registry: Registry): void {
	const registers = [registry];
	new Counter({
		name: 'passdown_crowding_refusals_total',
		help: 'Requests refused because of overload, by limit or request class.',
		labelNames: ['by'],
		registers,
		collect() {
			this.reset();
			for (const [by, count] of counts.refusals) this.inc({ by }, count);
		},
	});
	new Counter({
		name: 'passdown_log_lines_total',
		help: 'Log lines by level; lines of level error need attention.',
		labelNames: ['level'],
		registers,
		collect() {
			this.reset();
			// Also levels without a line yet: the first line then shows as an increase.
			for (const [number, level] of Object.entries(LOG_LEVELS))
				this.inc({ level }, counts.logLines.get(Number(number)) ?? 0);
		},
	});
}

/** One value, or one for each set of labels; undefined is left out. */
type Reading = number | undefined | [labels: Record<string, string>, value: number][];

/** @param read called whenever the metrics are fetched */
type AddGauge = (
	name: string,
	help: string,
	labelNames: string[],
	read: () => Reading | Promise<Reading>,
) => void;

function createGaugeAdder(registry: Registry): AddGauge {
	return (name, help, labelNames, read) =>
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
}

function registerGauges(registry: Registry, sources: MetricsSources): void {
	const { app, db, health, pools, isInMaintenance, cluster, config } = sources;
	const add = createGaugeAdder(registry);
	add(
		'build_info',
		'Always 1; the labels have the versions of the server and of Node.',
		['version', 'node'],
		() => [[{ version: packageJson.version, node: process.version }, 1]],
	);
	add('maintenance', '1 during maintenance.', [], () => Number(isInMaintenance()));
	add('sockets', 'Connected sockets by namespace.', ['namespace'], () =>
		['/', ADMIN_NAMESPACE].map((namespace) => [
			{ namespace },
			app.realtime.io.of(namespace).sockets.size,
		]),
	);
	add('redis_up', '1 while the other instances are reachable through Redis.', [], () =>
		config.redisUrl ? Number(cluster.degradedServices().length === 0) : undefined,
	);
	add('database_up', '1 while the database answers.', [], () => Number(health.isUp()));
	add('pool_connections', 'Open connections to the database.', ['pool'], () =>
		Object.entries(pools).map(([pool, { totalCount }]) => [{ pool }, totalCount]),
	);
	add('pool_waiting', 'Callers waiting for a connection.', ['pool'], () =>
		Object.entries(pools).map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
	);
	const readQueues = createQueueReader(db);
	add('jobs', 'Background work by queue and state.', ['queue', 'state'], async () =>
		(await readQueues()).flatMap(({ queue, waiting, active, failed }) => [
			[{ queue, state: 'waiting' }, waiting],
			[{ queue, state: 'active' }, active],
			[{ queue, state: 'failed' }, failed],
		]),
	);
	add('job_oldest_seconds', 'How long the oldest due work has been waiting.', ['queue'], async () =>
		(await readQueues()).map(({ queue, oldestSeconds }) => [{ queue }, oldestSeconds]),
	);
	// If the disk cannot be read, the response must still contain all other metrics.
	const readDisk = () => statfs(config.dataDir).catch(() => undefined);
	add('data_free_bytes', 'Free space on the disk of DATA_DIR.', [], async () => {
		const disk = await readDisk();
		return disk && disk.bavail * disk.bsize;
	});
	add('data_size_bytes', 'Size of the disk of DATA_DIR.', [], async () => {
		const disk = await readDisk();
		return disk && disk.blocks * disk.bsize;
	});
	add('last_backup_timestamp_seconds', 'When the last backup was taken; 0: never.', [], () =>
		lastBackupSeconds(config.dataDir),
	);
}

/** State of one job queue. */
interface QueueState extends Record<string, unknown> {
	queue: string;
	/** Not started yet, or waiting for a retry. */
	waiting: number;
	active: number;
	/** Failed after the last retry; deleted after a day. */
	failed: number;
	/** How long the oldest due job has been waiting; 0 if none is due. */
	oldestSeconds: number;
}

/** Limits the queries, however often metrics are fetched. */
const QUEUES_MAX_AGE_MS = 10_000;

/** Reads the state of the queues, at most every ten seconds; none while the database is unavailable. */
function createQueueReader(db: Db): () => Promise<readonly QueueState[]> {
	let pending: Promise<readonly QueueState[]> = Promise.resolve([]);
	let queriedAt = Number.NEGATIVE_INFINITY;
	return () => {
		if (performance.now() - queriedAt < QUEUES_MAX_AGE_MS) return pending;
		queriedAt = performance.now();
		pending = db.execute<QueueState>(QUEUES).then(
			({ rows }) => rows,
			() => {
				// The health monitor logs the failure; the next fetch may query again.
				queriedAt = Number.NEGATIVE_INFINITY;
				return [];
			},
		);
		return pending;
	};
}

/** pg-boss's internal queues start with two underscores. */
const QUEUES = sql`
	select queue.name as queue,
		(count(*) filter (where job.state < 'active'))::int as waiting,
		(count(*) filter (where job.state = 'active'))::int as active,
		(count(*) filter (where job.state = 'failed'))::int as failed,
		coalesce(extract(epoch from now() - min(job.start_after)
			filter (where job.state < 'active' and job.start_after < now())), 0)::float8 as "oldestSeconds"
	from pgboss.queue
	left join pgboss.job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
	where queue.name not like '\\_\\_%'
	group by queue.name`;
