import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import type { RealtimeServer } from './realtime.ts';

const CHECK_INTERVAL_MS = 60_000;

/** @returns the given sessions that are still open */
export type ListOpenSessions = (sessionIds: readonly string[]) => Promise<readonly string[]>;

/**
 * Disconnects local sockets whose session has expired or was ended during their handshake. A socket that only
 * receives events checks its session at no other time.
 */
export async function endExpiredSessions(
	{ io, endSession }: Pick<RealtimeServer, 'io' | 'endSession'>,
	listOpen: ListOpenSessions,
): Promise<void> {
	const sessionIds = new Set(io.sockets.sockets.values().map(({ data }) => data.person.sessionId));
	if (sessionIds.size === 0) return;
	const openSessionIds = await listOpen([...sessionIds]);
	for (const sessionId of sessionIds.difference(new Set(openSessionIds))) endSession(sessionId);
}

/** Runs `endExpiredSessions` every minute until the app closes. */
export function watchExpiredSessions(
	app: FastifyInstance,
	realtime: RealtimeServer,
	listOpen: ListOpenSessions,
): void {
	const timer = setInterval(() => {
		endExpiredSessions(realtime, listOpen).catch((error: unknown) => {
			if (isDatabaseUnavailable(error))
				app.log.warn({ reason: reasonOf(error) }, 'expired sessions were not checked');
			else app.log.error({ err: error }, 'checking for expired sessions failed');
		});
	}, CHECK_INTERVAL_MS);
	app.addHook('onClose', async () => clearInterval(timer));
}
