import type pg from 'pg';

/** Of a connection that nobody has taken. */
const RESTING = Number.POSITIVE_INFINITY;

/**
 * Breaks connections that are kept for longer than that, by a statement or by a transaction: whoever waits is told so, and
 * the pool opens another.
 *
 * One clock watches over them all. With the driver's own (`query_timeout`), whose functions name the statement that each is for,
 * V8 keeps every answer until old memory is cleared, and what everybody waits for it doubles the p99 of reading
 * (docs/performance/findings.md, "One timer for all statements").
 *
 * @param heldMs for which a connection may be kept, in milliseconds
 */
export function breakOverdue(pool: pg.Pool, heldMs: number): void {
	// Entries come and go with connections, not with statements.
	const takenAt = new Map<pg.PoolClient, number>();
	let clock: NodeJS.Timeout | undefined;

	function look(): void {
		const now = performance.now();
		for (const [client, since] of takenAt) {
			if (since + heldMs > now) continue;
			takenAt.set(client, RESTING);
			client.connection.stream.destroy();
		}
		lookAgain(now);
	}

	/** When the one that was taken first is due, and not at all while none is taken. */
	function lookAgain(now: number): void {
		const due = Math.min(...takenAt.values()) + heldMs;
		clock = due === RESTING ? undefined : setTimeout(look, Math.ceil(due - now)).unref();
	}

	pool.on('acquire', (client) => {
		const now = performance.now();
		takenAt.set(client, now);
		if (!clock) lookAgain(now);
	});
	pool.on('release', (_fault, client) => void takenAt.set(client, RESTING));
	pool.on('remove', (client) => void takenAt.delete(client));
}
