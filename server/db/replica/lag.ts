import type pg from 'pg';
import type { Db } from '#server/db/client.ts';
import type { HealthMonitor } from '#server/db/health.ts';
import { coalesce } from '#server/lib/coalesce.ts';
import { flushedWalPosition, parseWalPosition } from './wal-position.ts';

export interface ReplicaLag {
	/** Told how far the copy has replayed. */
	record: (replayed: bigint) => void;
	lagMs: () => number;
	/** While the database is away: a copy that is none any longer is about to take its place, and is read like one. */
	isPrimaryDown: () => boolean;
}

/**
 * How far behind the copy is, by our own clock alone: since when the database has been where the copy is not yet. While the
 * database is away, nothing is ahead of the copy.
 */
export function measureLag(db: Db, health: HealthMonitor): ReplicaLag {
	let target: { position: bigint; at: number } | undefined;
	let next: typeof target;
	let lagMs = 0;
	const readNextTarget = coalesce(async () => {
		const at = performance.now();
		next = { position: await flushedWalPosition(db), at };
		target ??= next;
	});
	// Another may be the database when it is back, whose log began before that place.
	health.onChange(() => {
		target = undefined;
		next = undefined;
	});
	return {
		record(replayed) {
			if (!health.isUp()) {
				lagMs = 0;
				return;
			}
			if (target && replayed < target.position) lagMs = performance.now() - target.at;
			else {
				lagMs = 0;
				target = next;
			}
			// Not waited for: that the database is slow is no fault of the copy.
			readNextTarget().catch(() => undefined);
		},
		lagMs: () => lagMs,
		isPrimaryDown: () => !health.isUp(),
	};
}

/** @throws Error saying why this copy is not to be read */
export async function checkReplica(
	client: pg.Client,
	lag: ReplicaLag,
	maxLagMs: number,
): Promise<void> {
	const { rows } = await client.query<{ replayed: string | null; mayRead: boolean | null }>(
		`select pg_last_wal_replay_lsn()::text as replayed,
			has_table_privilege(to_regclass('public.items'), 'select') as "mayRead"
		where pg_is_in_recovery()`,
	);
	const [row] = rows;
	if (!row && lag.isPrimaryDown()) return;
	if (!row) throw new Error('it is no copy any longer: it takes writes of its own');
	if (row.mayRead === false) throw new Error('its account may not read the tables');
	lag.record(parseWalPosition(row.replayed));
	const lagMs = lag.lagMs();
	if (lagMs > maxLagMs) throw new Error(`it is ${Math.round(lagMs / 1000)} s behind`);
}
