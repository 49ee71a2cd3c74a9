import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	endSession,
	listSessions,
	signInAgain,
	signOutEverywhere,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import {
	type AuthDeps,
	type ClientInfo,
	requirePerson,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { listSessions as listSessionsOf } from '#server/features/auth/sessions/queries.ts';
import { route } from '#server/http/route.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { endAllOwnSessions, endOwnSession, renewSession } from './commands.ts';
import { presentSession } from './present.ts';

interface SessionDeps extends Pick<AuthDeps, 'db' | 'tokens'>, SignInGuards {
	realtime: Realtime;
	clientInfoOf: (request: FastifyRequest) => ClientInfo;
}

/** Routes to list, renew and end the user's sessions. */
export function sessionRoutes(app: FastifyInstance, deps: SessionDeps): void {
	const { db, realtime, throttle, knownBrowsers, clientInfoOf } = deps;

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
		signInAgain,
	)(async ({ body: { password }, caller, request, reply, log }) => {
		const user = requirePerson(await findUser(db, caller.id));
		const account = user.email ?? user.phone ?? '';
		const attempt = {
			account,
			ipAddress: request.ip,
			browserId: knownBrowsers.browserIdOf(request, account),
			reply,
		};
		const clientInfo = clientInfoOf(request);
		const { accessToken } = await throttle.guard(attempt, () =>
			renewSession(deps, caller, user, { password, clientInfo }),
		);
		knownBrowsers.remember(reply, account);
		realtime.renewSession(caller.sessionId);
		log.info({ userId: caller.id, by: 'password, again', ip: request.ip }, 'signed in');
		return { success: true, accessToken };
	});

	route(
		app,
		endSession,
	)(async ({ params, caller, request, log }) => {
		await endOwnSession(db, caller, params.sid);
		realtime.endSession(params.sid);
		const where = params.sid === caller.sessionId ? 'here' : 'on another device';
		log.info({ userId: caller.id, where, ip: request.ip }, 'signed out');
		return { success: true, message: ACCOUNT_MESSAGES.sessionEnded };
	});

	route(
		app,
		signOutEverywhere,
	)(async ({ caller, request, log }) => {
		await endAllOwnSessions(db, caller);
		realtime.endUser(caller.id);
		log.info({ userId: caller.id, where: 'everywhere', ip: request.ip }, 'signed out');
		return { success: true, message: ACCOUNT_MESSAGES.signedOutEverywhere };
	});
}
