import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import type { RealtimeServer } from './realtime.ts';

const CHECK_INTERVAL_MS = 60_000;

/** @returns those of these sessions that are open */
export type ListOpen = (sessionIds: readonly string[]) => Promise<readonly string[]>;

/**
 * Ends the connections to this instance whose session has ended by itself, or while they were being let in: a connection that
 * only listens uses it no more.
 */
export async function endExpiredSessions(
	{ io, endSession }: Pick<RealtimeServer, 'io' | 'endSession'>,
	listOpen: ListOpen,
): Promise<void> {
	const sessionIds = new Set(io.sockets.sockets.values().map(({ data }) => data.person.sessionId));
	if (sessionIds.size === 0) return;
	const open = await listOpen([...sessionIds]);
	for (const sessionId of sessionIds.difference(new Set(open))) endSession(sessionId);
}

/** Does so every minute, until the app closes. */
export function watchExpiredSessions(
	app: FastifyInstance,
	realtime: RealtimeServer,
	listOpen: ListOpen,
): void {
	const timer = setInterval(() => {
		endExpiredSessions(realtime, listOpen).catch((error: unknown) => {
			if (isDatabaseUnavailable(error))
				app.log.warn({ reason: reasonOf(error) }, 'no session was looked after');
			else app.log.error({ err: error }, 'looking after sessions failed');
		});
	}, CHECK_INTERVAL_MS);
	app.addHook('onClose', async () => clearInterval(timer));
}
