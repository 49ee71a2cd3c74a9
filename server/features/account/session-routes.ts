import type { FastifyInstance } from 'fastify';
import {
	ACCOUNT_MESSAGES,
	endSession,
	listSessions,
	signOutEverywhere,
} from '#contract/account.ts';
import type { Db } from '#server/db/client.ts';
import { listSessions as listSessionsOf } from '#server/features/auth/queries.ts';
import { route } from '#server/http/route.ts';
import type { Live } from '#server/realtime/live.ts';
import { endOwnSession, endOwnSessions } from './commands.ts';
import { presentSession } from './present.ts';

/** Where a person is signed in. */
export function sessionRoutes(app: FastifyInstance, { db, live }: { db: Db; live: Live }): void {
	route(
		app,
		listSessions,
	)(async ({ caller }) => {
		const sessions = await listSessionsOf(db, caller.id);
		return {
			success: true,
			sessions: sessions.map((session) => presentSession(session, caller.sessionId)),
		};
	});

	route(
		app,
		endSession,
	)(async ({ params, caller }) => {
		await endOwnSession(db, caller, params.sid);
		live.endSession(params.sid);
		return { success: true, message: ACCOUNT_MESSAGES.sessionEnded };
	});

	route(
		app,
		signOutEverywhere,
	)(async ({ caller }) => {
		await endOwnSessions(db, caller);
		live.endUser(caller.id);
		return { success: true, message: ACCOUNT_MESSAGES.signedOutEverywhere };
	});
}
