import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	ACCOUNT_MESSAGES,
	endSession,
	listSessions,
	signInAgain,
	signOutEverywhere,
} from '#contract/accounts/account.ts';
import {
	type Doors,
	type Porter,
	requirePerson,
	type Visitor,
} from '#server/features/auth/commands.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { listSessions as listSessionsOf } from '#server/features/auth/sessions/queries.ts';
import { route } from '#server/http/route.ts';
import type { Live } from '#server/realtime/realtime.ts';
import { endOwnSession, endOwnSessions, renewSession } from './commands.ts';
import { presentSession } from './present.ts';

interface SessionDeps extends Pick<Doors, 'db' | 'tokens'>, Porter {
	live: Live;
	visitorOf: (request: FastifyRequest) => Visitor;
}

/** Where a person is signed in. */
export function sessionRoutes(app: FastifyInstance, deps: SessionDeps): void {
	const { db, live, throttle, devices, visitorOf } = deps;

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
		const knock = { account, address: request.ip, mark: devices.markOf(request, account), reply };
		const visitor = visitorOf(request);
		const { accessToken } = await throttle.guard(knock, () =>
			renewSession(deps, caller, user, { password, visitor }),
		);
		devices.remember(reply, account);
		live.renewSession(caller.sessionId);
		log.info({ userId: caller.id, by: 'password, again', ip: request.ip }, 'signed in');
		return { success: true, accessToken };
	});

	route(
		app,
		endSession,
	)(async ({ params, caller, request, log }) => {
		await endOwnSession(db, caller, params.sid);
		live.endSession(params.sid);
		const where = params.sid === caller.sessionId ? 'here' : 'on another device';
		log.info({ userId: caller.id, where, ip: request.ip }, 'signed out');
		return { success: true, message: ACCOUNT_MESSAGES.sessionEnded };
	});

	route(
		app,
		signOutEverywhere,
	)(async ({ caller, request, log }) => {
		await endOwnSessions(db, caller);
		live.endUser(caller.id);
		log.info({ userId: caller.id, where: 'everywhere', ip: request.ip }, 'signed out');
		return { success: true, message: ACCOUNT_MESSAGES.signedOutEverywhere };
	});
}
