import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { createDatabaseEvents } from '#server/db/events.ts';
import { openHealthMonitor } from '#server/db/health.ts';

/** Listens to a database on the connection of a health monitor, as the app does. */
export async function openDatabaseEvents(
	databaseUrl: string,
	log: FastifyBaseLogger = pino({ level: 'silent' }),
) {
	const events = createDatabaseEvents();
	const { isUp, close } = await openHealthMonitor(databaseUrl, log, {
		onConnect: events.listen,
		level: 'warn',
	});
	return { ...events, isUp, close };
}
