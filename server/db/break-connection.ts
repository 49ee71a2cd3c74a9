import type pg from 'pg';

/**
 * Closes a connection at once, and fails its running statement. pg's `end` says goodbye first, and waits for ever for an
 * answer of a server that has vanished: no request could be refused within two seconds
 * (tests/resilience/faults/database.test.ts). The stream is typed, but not documented.
 */
export function breakConnection(client: pg.Client): void {
	const stream: { destroy?: () => void } | undefined = client.connection?.stream;
	if (typeof stream?.destroy === 'function') stream.destroy();
	else client.end().catch(() => undefined);
}
