import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { recordBackup } from '#server/observability/metrics/last-backup.ts';
import { cloneDatabase } from '#tests/support/clone.ts';
import { CLUSTER_ROUNDS } from '#tests/support/cluster.ts';
import { openCopiedDatabase } from '#tests/support/copied-database.ts';
import { describeWith } from '#tests/support/debian-programs.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startPrometheus } from '#tests/support/prometheus.ts';
import { query } from '#tests/support/query.ts';
import { openRedis } from '#tests/support/redis-server.ts';
import { CAN_MOUNT, openSmallDisk } from '#tests/support/small-disk.ts';
import { startWatchedMarket, type WatchedMarket } from '#tests/support/watched-market.ts';

const AT_ONCE = 300;
const A_FEW = 10;
/** Prometheus evaluates once a second, and some alerts fire only after the pauses of others. */
const LONG = { timeout: 240_000 };
const TWO_DAYS_S = 2 * 24 * 3600;
/** One restart more than an alert allows. */
const STARTS = 4;

async function openFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'market-watched-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
	return folder;
}

async function started(...given: Parameters<typeof startWatchedMarket>): Promise<WatchedMarket> {
	const market = await startWatchedMarket(...given);
	onTestFinished(() => market.end('SIGKILL'));
	return market;
}

async function watched(...markets: WatchedMarket[]) {
	const prometheus = await startPrometheus(markets.map(({ metricsPort }) => metricsPort));
	onTestFinished(prometheus.stop);
	return prometheus;
}

async function search({ address }: WatchedMarket): Promise<void> {
	const answer = await fetch(`${address}/api/items?q=${randomUUID()}`);
	await answer.text();
}

/** Tries wrong passwords. */
async function knock({ address }: WatchedMarket): Promise<void> {
	const ask = () => fetch(`${address}/api/auth/login`, { method: 'POST' });
	await Promise.allSettled(Array.from({ length: A_FEW }, ask));
}

/** Sends more requests than are served at a time. */
async function crowd(market: WatchedMarket): Promise<void> {
	await Promise.allSettled(Array.from({ length: AT_ONCE }, () => search(market)));
}

async function signUp({ address }: WatchedMarket): Promise<void> {
	const body = JSON.stringify({
		userName: 'Asha',
		email: `${randomUUID()}@campus.example`,
		password: PASSWORD,
	});
	const headers = { 'content-type': 'application/json' };
	await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body });
}

/** Stops the process for a while, as on an overloaded machine. */
async function stumble({ process: market }: WatchedMarket): Promise<void> {
	market.kill('SIGSTOP');
	await setTimeout(300);
	market.kill('SIGCONT');
	await setTimeout(100);
}

/** Repeats an action until stopped, whatever its result. */
function keepDoing(deed: () => Promise<unknown>): () => Promise<void> {
	let isEnough = false;
	const kept = (async () => {
		while (!isEnough) await deed().catch(() => undefined);
	})();
	const end = async () => {
		isEnough = true;
		await kept;
	};
	onTestFinished(end);
	return end;
}

describeWith(['prometheus', 'redis-server', 'pg_basebackup'], 'an alert fires', () => {
	test('when something is down, full or rejected, and none while all is well', LONG, async () => {
		const databaseUrl = await cloneDatabase();
		const line = await openFlakyDatabase(databaseUrl);
		const redis = await openRedis();
		const mailServer = await openMailServer({ refuseFirst: Number.POSITIVE_INFINITY });
		const dataDir = await openFolder();
		const disk = CAN_MOUNT ? openSmallDisk(dataDir, '4m') : undefined;
		const shared = {
			...{ DATABASE_URL: line.url, REDIS_URL: redis.url, DATA_DIR: dataDir },
			...{ SMTP_URL: mailServer.url, PUBLIC_URL: 'https://market.example' },
		};
		const market = await started(shared);
		const other = await started({
			...shared,
			DATABASE_URL: databaseUrl,
			DATA_DIR: await openFolder(),
		});
		await recordBackup(dataDir);
		const prometheus = await watched(market, other);
		await prometheus.hasJudged();

		const atRest = await prometheus.firing();
		await redis.kill();
		await disk?.fill();
		await signUp(market);
		const longAgo = Date.now() / 1000 - TWO_DAYS_S;
		await utimes(join(dataDir, 'last-backup'), longAgo, longAgo);
		line.slow(100);
		const leave = keepDoing(() => crowd(market));
		await prometheus.fires(
			...['RedisDown', 'MailFails', 'BackupTooOld', 'TooMuchComes'],
			...(disk ? ['DiskFull', 'DiskAlmostFull'] : []),
		);
		await leave();
		line.slow(0);
		await line.cut();
		await other.end('SIGKILL');
		const ask = keepDoing(() => search(market));
		await prometheus.fires('DatabaseDown', 'RequestsFail', 'ErrorsLogged', 'InstanceDown');
		await ask();
		await market.end('SIGKILL');
		await prometheus.fires('MarketDown');

		expect(atRest).toEqual([]);
	});

	test.skipIf(CLUSTER_ROUNDS < 2)(
		'when something is slow, queued or overdue, and when the clock is off',
		LONG,
		async () => {
			const databaseUrl = await cloneDatabase();
			const line = await openFlakyDatabase(databaseUrl);
			const dataDir = await openFolder();
			await recordBackup(dataDir);
			const CLOCK = join(dataDir, 'clock');
			const given = { DATABASE_URL: line.url, DATA_DIR: dataDir, CLOCK };
			const market = await started(given, ['--import', './tests/support/jumping-clock.ts']);
			const prometheus = await watched(market);
			await prometheus.hasJudged();

			const atRest = await prometheus.firing();
			line.slow(250);
			const leave = keepDoing(() => crowd(market));
			await prometheus.fires('RequestsSlow', 'PoolExhausted');
			await leave();
			line.slow(0);
			const hold = keepDoing(() => stumble(market));
			await prometheus.fires('EventLoopSlow');
			await hold();
			await query(
				databaseUrl,
				// A job is fetched every half a minute.
				`insert into pgboss.job (name, state, start_after)
			select 'sweep-links', case when number = 1 then 'failed' else 'created' end::pgboss.job_state,
				now() - interval '1 hour'
			from generate_series(1, 9) number`,
			);
			await prometheus.fires('JobsStuck', 'JobsFail');
			const cease = keepDoing(() => knock(market));
			await prometheus.fires('LimitsHit');
			await cease();
			await query(databaseUrl, 'update settings set maintenance_mode = true');
			await prometheus.fires('MaintenanceForgotten');
			await query(databaseUrl, 'update settings set maintenance_mode = false');
			await prometheus.knows('max(passdown_maintenance) == 0');
			await writeFile(CLOCK, '60000');
			market.process.kill('SIGUSR2');
			await prometheus.fires('ClockOff');

			expect(atRest).toEqual([]);
		},
	);

	test.skipIf(CLUSTER_ROUNDS < 2)(
		'when an instance restarts repeatedly, grows in memory, or has lost its replica',
		LONG,
		async () => {
			const database = await openCopiedDatabase();
			const line = await openFlakyDatabase(database.copyUrl);
			const given = { DATABASE_URL: database.url, DATA_DIR: await openFolder() };
			await recordBackup(given.DATA_DIR);
			const reading = { ...given, DATABASE_REPLICA_URL: line.url };
			const market = await started(reading, ['--import', './tests/support/hunger.ts']);
			let other = await started({ ...given, DATA_DIR: await openFolder() });
			const prometheus = await watched(market, other);
			await prometheus.hasJudged();

			const atRest = await prometheus.firing();
			await line.cut();
			await prometheus.fires('ReplicaAway');
			const METRICS_PORT = String(other.metricsPort);
			for (let count = 1; count <= STARTS; count++) {
				await other.end();
				other = await started({ ...given, DATA_DIR: await openFolder(), METRICS_PORT });
				await prometheus.knows(`changes(process_start_time_seconds[1m]) >= ${count}`);
			}
			await prometheus.fires('InstanceRestarts');
			market.process.kill('SIGUSR2');
			await prometheus.fires('MemoryHigh', 'MemoryGrows');

			expect(atRest).toEqual([]);
		},
	);
});
