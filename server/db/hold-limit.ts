import type pg from 'pg';

/** Of a connection that nobody has taken. */
const IDLE = Number.POSITIVE_INFINITY;

/**
 * Breaks connections that are kept for longer than that, by a statement or by a transaction: whoever waits is told so, and
 * the pool opens another.
 *
 * One clock watches over them all. With the driver's own (`query_timeout`), whose functions name the statement that each is for,
 * V8 keeps every answer until old memory is cleared, and what everybody waits for it doubles the p99 of reading
 * (docs/performance/findings.md, "One timer for all statements").
 *
 * @param maxHoldMs for which a connection may be kept, in milliseconds
 */
export function enforceHoldLimit(pool: pg.Pool, maxHoldMs: number): void {
	// Entries come and go with connections, not with statements.
	const acquiredAt = new Map<pg.PoolClient, number>();
	let timer: NodeJS.Timeout | undefined;

	function breakOverdueConnections(): void {
		const now = performance.now();
		for (const [client, acquired] of acquiredAt) {
			if (acquired + maxHoldMs > now) continue;
			acquiredAt.set(client, IDLE);
			client.connection.stream.destroy();
		}
		scheduleCheck(now);
	}

	/** When the one that was taken first is due, and not at all while none is taken. */
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
