import type pg from 'pg';

/**
 * Closes a connection at once, and fails its running statement. Between statements, pg's `end` would send a message first
 * and wait until the server closes the connection: for ever, if the server has vanished. Requests could then not be refused
 * within two seconds (tests/resilience/faults/database.process.test.ts). pg's types have the stream, its documentation does
 * not.
 */
export function breakConnection(client: pg.Client): void {
	const stream: { destroy?: () => void } | undefined = client.connection?.stream;
	if (typeof stream?.destroy === 'function') stream.destroy();
	else client.end().catch(() => undefined);
}
