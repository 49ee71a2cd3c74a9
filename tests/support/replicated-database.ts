import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { vi } from 'vitest';
import { openLocalHighWatermark } from '#server/cluster/high-watermark.ts';
import { type Db, openRequestPool } from '#server/db/client.ts';
import { openHealthMonitor } from '#server/db/health.ts';
import { prepareAppRole } from '#server/db/migrate/app-role.ts';
import { migrate } from '#server/db/migrate/migrate.ts';
import { openReplica } from '#server/db/replica/replica.ts';
import { openFlakyDatabase } from './flaky-database.ts';
import { onCleanup } from './on-cleanup.ts';
import { startPostgres15, startStandby } from './postgres-15.ts';
import { query } from './query.ts';
import { openRecordedLog } from './recorded-log.ts';

const WAIT = { timeout: 60_000, interval: 10 };
const SILENT = pino({ level: 'silent' });

/** A migrated database with a standby; deleted after the test or the test file. */
export async function openReplicatedDatabase() {
	const primary = await startPostgres15();
	const url = primary.url('postgres');
	await migrate(url);
	await prepareAppRole(url, SILENT);
	const standby = await startStandby(primary);
	const replicaUrl = standby.url('postgres');
	return {
		url,
		replicaUrl,
		standby,
		/** From here on the replica receives changes but does not apply them. */
		async pauseReplay(): Promise<void> {
			await query(replicaUrl, 'select pg_wal_replay_pause()');
			const isPaused = async () => {
				const [found] = await query(replicaUrl, 'select pg_get_wal_replay_pause_state() as state');
				return found?.state === 'paused';
			};
			await vi.waitUntil(isPaused, WAIT);
		},
		resumeReplay: () => query(replicaUrl, 'select pg_wal_replay_resume()'),
	};
}

type ReplicatedDatabase = Awaited<ReturnType<typeof openReplicatedDatabase>>;

/** Opens a read router like an instance's, which reports where each query was run. */
export async function openReader({ url, replicaUrl }: ReplicatedDatabase, maxLagMs = 60_000) {
	const flakyDatabase = await openFlakyDatabase(url);
	const flakyReplica = await openFlakyDatabase(replicaUrl);
	const { log, entries } = openRecordedLog('info');
	const healthMonitor = await openHealthMonitor(flakyDatabase.url, SILENT);
	const onIdleError = () => undefined;
	const requestPool = openRequestPool(flakyDatabase.url, { health: healthMonitor, onIdleError });
	const watermark = openLocalHighWatermark('written', 10);
	const options = {
		url: flakyReplica.url,
		isPooled: false,
		requestPool,
		health: healthMonitor,
		watermark,
		log,
	};
	const replica = await openReplica({ ...options, maxLagMs });
	onCleanup(async () => {
		await replica.close();
		await requestPool.close();
		await healthMonitor.close();
	});
	const servedBy = async (db: Db) => {
		const { rows } = await db.execute<{ isFromReplica: boolean }>(
			sql`select pg_is_in_recovery() as "isFromReplica"`,
		);
		return rows[0]?.isFromReplica ? 'replica' : 'primary';
	};
	const readSource = () => replica.readFromReplica(servedBy);
	return {
		...replica,
		flakyDatabase,
		flakyReplica,
		logMessages: () => entries.map(({ msg }) => String(msg)),
		healthMonitor,
		servedBy,
		readSource,
		waitUntilReadFrom: (source: Awaited<ReturnType<typeof servedBy>>) =>
			vi.waitUntil(async () => (await readSource()) === source, WAIT),
	};
}
