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
import { startPostgres15, startStandby } from './postgres-15.ts';
import { query } from './query.ts';
import { whenDone } from './when-done.ts';

const WAIT = { timeout: 60_000, interval: 10 };
const SILENT = pino({ level: 'silent' });

/** A migrated database with a standby; deleted when the file ends. */
export async function openCopiedDatabase() {
	const primary = await startPostgres15();
	const url = primary.url('postgres');
	await migrate(url);
	await prepareAppRole(url, SILENT);
	const standby = await startStandby(primary);
	const copyUrl = standby.url('postgres');
	return {
		url,
		copyUrl,
		standby,
		/** From here on the replica receives changes without showing them. */
		async hold(): Promise<void> {
			await query(copyUrl, 'select pg_wal_replay_pause()');
			const isHeld = async () => {
				const [found] = await query(copyUrl, 'select pg_get_wal_replay_pause_state() as state');
				return found?.state === 'paused';
			};
			await vi.waitUntil(isHeld, WAIT);
		},
		letGo: () => query(copyUrl, 'select pg_wal_replay_resume()'),
	};
}

export type CopiedDatabase = Awaited<ReturnType<typeof openCopiedDatabase>>;

/** Opens a read router like an instance's, which reports where each query was run. */
export async function openReader({ url, copyUrl }: CopiedDatabase, mostBehindMs = 60_000) {
	const line = await openFlakyDatabase(url);
	const lines: string[] = [];
	const write = (said: string) => void lines.push(JSON.parse(said).msg);
	const log = pino({ level: 'info' }, { write });
	const pulse = await openHealthMonitor(line.url, SILENT);
	const onIdleError = () => undefined;
	const serving = openRequestPool(line.url, { health: pulse, onIdleError });
	const written = openLocalHighWatermark('written', 10);
	const common = {
		url: copyUrl,
		isPooled: false,
		requestPool: serving,
		health: pulse,
		watermark: written,
		log,
	};
	const copy = await openReplica({ ...common, maxLagMs: mostBehindMs });
	whenDone(async () => {
		await copy.close();
		await serving.close();
		await pulse.close();
	});
	const ask = async (db: Db) => {
		const { rows } = await db.execute<{ isCopy: boolean }>(
			sql`select pg_is_in_recovery() as "isCopy"`,
		);
		return rows[0]?.isCopy ? 'the copy' : 'the database';
	};
	const where = () => copy.readFromReplica(ask);
	return {
		...copy,
		line,
		lines,
		pulse,
		ask,
		where,
		readsAt: (place: Awaited<ReturnType<typeof ask>>) =>
			vi.waitUntil(async () => (await where()) === place, WAIT),
	};
}
