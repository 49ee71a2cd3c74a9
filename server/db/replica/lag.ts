import type pg from 'pg';
import type { Db } from '#server/db/client.ts';
import type { HealthMonitor } from '#server/db/health.ts';
import { coalesce } from '#server/lib/coalesce.ts';
import { flushedWalPosition, parseWalPosition } from './wal-position.ts';

export interface ReplicaLag {
	/** Call with the replica's replay position. */
	record: (replayed: bigint) => void;
	lagMs: () => number;
	/**
	 * True while the primary is down. A replica that was promoted meanwhile is about to replace the
	 * primary, and is still read.
	 */
	isPrimaryDown: () => boolean;
}

/**
 * Measures the lag by our own clock: the time since the primary reached a position that the replica has not replayed.
 * While the primary is down the lag is zero.
 */
export function measureLag(db: Db, health: HealthMonitor): ReplicaLag {
	/** The position that the replica has to replay, and when the primary was there. Once it is replayed, `next` follows. */
	let target: { position: bigint; at: number } | undefined;
	/** The newest position read from the primary. */
	let next: typeof target;
	let lagMs = 0;
	const readNextTarget = coalesce(async () => {
		const at = performance.now();
		next = { position: await flushedWalPosition(db), at };
		target ??= next;
	});
	// After a failover another server may be the primary, with lower WAL positions.
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
			// Not awaited: a slow primary must not fail the replica's check.
			readNextTarget().catch(() => undefined);
		},
		lagMs: () => lagMs,
		isPrimaryDown: () => !health.isUp(),
	};
}

/** @throws Error with the reason why the replica must not be read */
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
