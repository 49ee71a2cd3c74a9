import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { recordBackup } from '#server/observability/metrics/last-backup.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { CLUSTER_ROUNDS } from '#tests/support/cluster.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { type MonitoredApp, startMonitoredApp } from '#tests/support/monitored-app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startPrometheus } from '#tests/support/prometheus.ts';
import { query } from '#tests/support/query.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';
import { openReplicatedDatabase } from '#tests/support/replicated-database.ts';
import { CAN_MOUNT, openSmallDisk } from '#tests/support/small-disk.ts';

const OVERLOAD_REQUESTS = 300;
const SIGN_IN_REQUESTS = 10;
/** Each test causes several faults one after the other, and each alert fires only some seconds after its fault. */
const LONG = { timeout: 240_000 };
const TWO_DAYS_MS = 2 * 24 * 3_600_000;
/** One restart more than the alert InstanceRestarts allows. */
const RESTARTS = 4;

async function openFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'market-watched-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
	return folder;
}

async function startApp(...settings: Parameters<typeof startMonitoredApp>): Promise<MonitoredApp> {
	const app = await startMonitoredApp(...settings);
	onTestFinished(() => app.stop('SIGKILL'));
	return app;
}

async function startPrometheusFor(...apps: MonitoredApp[]) {
	const prometheus = await startPrometheus(apps.map(({ metricsPort }) => metricsPort));
	onTestFinished(prometheus.stop);
	return prometheus;
}

async function search({ address }: MonitoredApp): Promise<void> {
	const response = await fetch(`${address}/api/items?q=${randomUUID()}`);
	await response.text();
}

/** Sends sign-in requests without a body, which count towards the rate limit. */
async function failSignIns({ address }: MonitoredApp): Promise<void> {
	const signIn = () => fetch(`${address}/api/auth/login`, { method: 'POST' });
	await Promise.allSettled(Array.from({ length: SIGN_IN_REQUESTS }, signIn));
}

/** Sends more requests than are served at a time. */
async function overload(app: MonitoredApp): Promise<void> {
	await Promise.allSettled(Array.from({ length: OVERLOAD_REQUESTS }, () => search(app)));
}

async function signUp({ address }: MonitoredApp): Promise<void> {
	const body = JSON.stringify({
		userName: 'Asha',
		email: `${randomUUID()}@campus.example`,
		password: PASSWORD,
	});
	const headers = { 'content-type': 'application/json' };
	await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body });
}

/** Pauses the process for a moment, as on an overloaded machine. */
async function pauseProcess({ process: app }: MonitoredApp): Promise<void> {
	app.kill('SIGSTOP');
	await setTimeout(300);
	app.kill('SIGCONT');
	await setTimeout(100);
}

/** Repeats an action, whatever its result. @returns a function that ends the repetition */
function repeat(action: () => Promise<unknown>): () => Promise<void> {
	let isStopped = false;
	const loop = (async () => {
		while (!isStopped) await action().catch(() => undefined);
	})();
	const end = async () => {
		isStopped = true;
		await loop;
	};
	onTestFinished(end);
	return end;
}

describeWithPrograms(['prometheus', 'redis-server', 'pg_basebackup'], 'Prometheus alerts', () => {
	test(
		'fire when services are down, disks are full or requests are rejected, and not before',
		LONG,
		async () => {
			const databaseUrl = await cloneDatabase();
			const flakyDatabase = await openFlakyDatabase(databaseUrl);
			const redis = await openRedisServer();
			const mailServer = await openMailServer({ rejectFirst: Number.POSITIVE_INFINITY });
			const dataDir = await openFolder();
			const disk = CAN_MOUNT ? openSmallDisk(dataDir, '4m') : undefined;
			const shared = {
				DATABASE_URL: flakyDatabase.url,
				REDIS_URL: redis.url,
				DATA_DIR: dataDir,
				SMTP_URL: mailServer.url,
				PUBLIC_URL: 'http://market.example',
			};
			const app = await startApp(shared);
			const other = await startApp({
				...shared,
				DATABASE_URL: databaseUrl,
				DATA_DIR: await openFolder(),
			});
			await recordBackup(dataDir);
			const prometheus = await startPrometheusFor(app, other);
			await prometheus.waitForEvaluation();

			const atRest = await prometheus.firing();
			await redis.kill();
			await disk?.fillUp();
			await signUp(app);
			const longAgo = new Date(Date.now() - TWO_DAYS_MS);
			await writeFile(join(dataDir, 'last-backup'), longAgo.toISOString());
			flakyDatabase.slow(100);
			const endOverload = repeat(() => overload(app));
			await prometheus.waitUntilFired(
				...['RedisDown', 'MailFails', 'BackupTooOld', 'TooMuchComes'],
				...(disk ? ['DiskFull', 'DiskAlmostFull'] : []),
			);
			await endOverload();
			flakyDatabase.slow(0);
			await flakyDatabase.disconnect();
			await other.stop('SIGKILL');
			const endSearches = repeat(() => search(app));
			await prometheus.waitUntilFired(
				'DatabaseDown',
				'RequestsFail',
				'ErrorsLogged',
				'InstanceDown',
			);
			await endSearches();
			await app.stop('SIGKILL');
			await prometheus.waitUntilFired('MarketDown');

			expect(atRest).toEqual([]);
		},
	);

	test.skipIf(CLUSTER_ROUNDS < 2)(
		'fire when requests are slow, jobs are late, maintenance is forgotten, or the clock is wrong',
		LONG,
		async () => {
			const databaseUrl = await cloneDatabase();
			const flakyDatabase = await openFlakyDatabase(databaseUrl);
			const dataDir = await openFolder();
			await recordBackup(dataDir);
			const CLOCK = join(dataDir, 'clock');
			const settings = { DATABASE_URL: flakyDatabase.url, DATA_DIR: dataDir, CLOCK };
			const app = await startApp(settings, ['--import', './tests/support/adjustable-clock.ts']);
			const prometheus = await startPrometheusFor(app);
			await prometheus.waitForEvaluation();

			const atRest = await prometheus.firing();
			flakyDatabase.slow(250);
			const endOverload = repeat(() => overload(app));
			await prometheus.waitUntilFired('RequestsSlow', 'PoolExhausted');
			await endOverload();
			flakyDatabase.slow(0);
			const endPauses = repeat(() => pauseProcess(app));
			await prometheus.waitUntilFired('EventLoopSlow');
			await endPauses();
			await query(
				databaseUrl,
				// A worker fetches jobs every half a minute, so waiting jobs stay in the queue for a while.
				`insert into pgboss.job (name, state, start_after)
			select 'sweep-links', case when number = 1 then 'failed' else 'created' end::pgboss.job_state,
				now() - interval '1 hour'
			from generate_series(1, 9) number`,
			);
			await prometheus.waitUntilFired('JobsStuck', 'JobsFail');
			const endSignIns = repeat(() => failSignIns(app));
			await prometheus.waitUntilFired('LimitsHit');
			await endSignIns();
			await query(databaseUrl, 'update settings set maintenance_mode = true');
			await prometheus.waitUntilFired('MaintenanceForgotten');
			await query(databaseUrl, 'update settings set maintenance_mode = false');
			await prometheus.waitForResult('max(passdown_maintenance) == 0');
			await writeFile(CLOCK, '60000');
			app.process.kill('SIGUSR2');
			await prometheus.waitUntilFired('ClockOff');

			expect(atRest).toEqual([]);
		},
	);

	test.skipIf(CLUSTER_ROUNDS < 2)(
		'fire when an instance restarts repeatedly, uses more and more memory, or has lost its replica',
		LONG,
		async () => {
			const database = await openReplicatedDatabase();
			const flakyDatabase = await openFlakyDatabase(database.replicaUrl);
			const settings = { DATABASE_URL: database.url, DATA_DIR: await openFolder() };
			await recordBackup(settings.DATA_DIR);
			const reading = { ...settings, DATABASE_REPLICA_URL: flakyDatabase.url };
			const app = await startApp(reading, ['--import', './tests/support/exhaust-memory.ts']);
			let other = await startApp({ ...settings, DATA_DIR: await openFolder() });
			const prometheus = await startPrometheusFor(app, other);
			await prometheus.waitForEvaluation();

			const atRest = await prometheus.firing();
			await flakyDatabase.disconnect();
			await prometheus.waitUntilFired('ReplicaAway');
			const METRICS_PORT = String(other.metricsPort);
			for (let count = 1; count <= RESTARTS; count++) {
				await other.stop();
				other = await startApp({ ...settings, DATA_DIR: await openFolder(), METRICS_PORT });
				await prometheus.waitForResult(`changes(process_start_time_seconds[1m]) >= ${count}`);
			}
			await prometheus.waitUntilFired('InstanceRestarts');
			app.process.kill('SIGUSR2');
			await prometheus.waitUntilFired('MemoryHigh', 'MemoryGrows');

			expect(atRest).toEqual([]);
		},
	);
});
