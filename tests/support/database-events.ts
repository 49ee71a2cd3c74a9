import { pino } from 'pino';
import { createDatabaseEvents } from '#server/db/events.ts';
import { openHealthMonitor } from '#server/db/health.ts';

/** Listens to a database on the connection of a health monitor, as the app does. */
export async function openDatabaseEvents(databaseUrl: string) {
	const events = createDatabaseEvents();
	// On a busy machine a probe can be late, which is no fault of the test.
	const log = pino({ level: 'silent' });
	const { isUp, close } = await openHealthMonitor(databaseUrl, log, { onConnect: events.listen });
	return { ...events, isUp, close };
}
