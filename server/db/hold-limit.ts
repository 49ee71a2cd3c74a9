import type pg from 'pg';
import { breakConnection } from './break-connection.ts';

/** Stands for the time of acquisition while a connection is idle, held by no request. */
const IDLE = Number.POSITIVE_INFINITY;

/**
 * Breaks connections that a statement or a transaction holds for too long: the caller gets an error
 * and the pool opens another connection.
 *
 * One timer serves all connections. The closures of the driver's own timers (`query_timeout`) refer
 * to the statement, so V8 keeps every result until the old generation is collected. The pause of
 * this collection doubles the p99 of reading (docs/performance/findings.md, "One timer for all
 * statements").
 *
 * @param maxHoldMs how long a connection may be held, in milliseconds
 */
export function enforceHoldLimit(pool: pg.Pool, maxHoldMs: number): void {
	// Entries are per connection, not per statement.
	const acquiredAt = new Map<pg.PoolClient, number>();
	let timer: NodeJS.Timeout | undefined;

	function breakOverdueConnections(): void {
		const now = performance.now();
		for (const [client, acquired] of acquiredAt) {
			if (acquired + maxHoldMs > now) continue;
			acquiredAt.set(client, IDLE);
			breakConnection(client);
		}
		scheduleCheck(now);
	}

	/** Schedules the check for the connection held longest; no timer while none is held. */
	function scheduleCheck(now: number): void {
		const due = Math.min(...acquiredAt.values()) + maxHoldMs;
		timer =
			due === IDLE ? undefined : setTimeout(breakOverdueConnections, Math.ceil(due - now)).unref();
	}

	pool.on('acquire', (client) => {
		const now = performance.now();
		acquiredAt.set(client, now);
		if (!timer) scheduleCheck(now);
	});
	pool.on('release', (_error, client) => void acquiredAt.set(client, IDLE));
	pool.on('remove', (client) => void acquiredAt.delete(client));
}
