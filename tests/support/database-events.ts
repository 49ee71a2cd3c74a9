import type pg from 'pg';
import { pino } from 'pino';
import { createDatabaseEvents } from '#server/db/events.ts';
import { openHealthMonitor } from '#server/db/health.ts';
import { coalesce, withTimeout } from '#server/lib/promises.ts';

/** How long `sync` waits before it resolves with false: longer than a busy machine takes to answer. */
const SYNC_TIMEOUT_MS = 1000;

/** Listens to a database on the connection of a health monitor, as the app does. */
export async function openDatabaseEvents(databaseUrl: string) {
	const events = createDatabaseEvents();
	let connection: pg.Client | undefined;
	// On a busy machine a probe can be late, which is no fault of the test.
	const log = pino({ level: 'silent' });
	const { isUp, close } = await openHealthMonitor(databaseUrl, log, {
		async onConnect(client) {
			client.once('end', () => {
				if (connection === client) connection = undefined;
			});
			await events.listen(client);
			connection = client;
		},
	});
	return {
		...events,
		isUp,
		close,
		/** False while the connection is broken. */
		isListening: () => connection !== undefined,
		/** Resolves with true once the notifications of all earlier commits have arrived; with false when that takes too long. */
		sync: coalesce(async () => connection !== undefined && isAnsweredInTime(connection)),
	};
}

/**
 * PostgreSQL sends the notifications of earlier commits before the answer to this query. A server
 * process wakes the listening processes before it confirms a commit, and these send pending
 * notifications before they answer a query.
 */
function isAnsweredInTime(client: pg.Client): Promise<boolean> {
	const answer = client.query('select 1').then(
		() => true,
		() => false,
	);
	return withTimeout(answer, SYNC_TIMEOUT_MS, false);
}
