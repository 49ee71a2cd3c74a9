import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	endSession,
	listSessions as getSessions,
	signInAgain,
	signOutEverywhere,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { checkSession, getUser, login, logout, register } from '#contract/auth/endpoints.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { route } from '#server/http/route.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import {
	type AuthDeps,
	accountKeyOf,
	type ClientInfo,
	endAllOwnSessions,
	endOwnSession,
	renewSession,
	requirePerson,
	type SignedIn,
	type SignInGuards,
	signIn,
	signUp,
} from './commands.ts';
import { presentOwnAccount, presentPerson, presentSession } from './present.ts';
import { deleteSession, findUser, listSessions } from './queries.ts';

interface AuthRouteDeps extends AuthDeps, SignInGuards {
	photoUrls: PhotoUrls;
	realtime: Realtime;
	clientInfoOf: (request: FastifyRequest) => ClientInfo;
}

/** Routes to log in, sign up and log out, to read a user, and to list, renew and end one's own sessions. */
export function authRoutes(app: FastifyInstance, deps: AuthRouteDeps): void {
	const { db, photoUrls, realtime, throttle, knownBrowsers, clientInfoOf } = deps;
	sessionRoutes(app, deps);

	route(app, login, async ({ body, request, reply, log }) => {
		const accountKey = accountKeyOf(body);
		const attempt = {
			account: accountKey,
			ipAddress: request.ip,
			browserId: knownBrowsers.browserIdOf(request, accountKey),
			reply,
		};
		const signedIn = await throttle.guard(attempt, () => signIn(deps, body, clientInfoOf(request)));
		knownBrowsers.remember(reply, accountKey);
		log.info({ userId: signedIn.user.id, by: 'password', ip: request.ip }, 'signed in');
		return presentSignedIn(signedIn, AUTH_MESSAGES.loggedIn);
	});

	route(app, register, async ({ body, request, reply, log }) => {
		const signedIn = await signUp(deps, body, clientInfoOf(request));
		knownBrowsers.remember(reply, accountKeyOf(body));
		log.info({ userId: signedIn.user.id, by: 'signing up', ip: request.ip }, 'signed in');
		return {
			...presentSignedIn(signedIn, AUTH_MESSAGES.registered),
			...(signedIn.hasEasyPassword && { advice: PEOPLE_MESSAGES.passwordAdvice }),
		};
	});

	route(app, logout, async ({ caller, request, log }) => {
		await deleteSession(db, caller.sessionId);
		realtime.endSession(caller.sessionId);
		log.info({ userId: caller.id, where: 'here', ip: request.ip }, 'signed out');
		return {};
	});

	route(app, checkSession, async ({ caller }) => {
		const user = requirePerson(await findUser(db, caller.id));
		return { user: presentOwnAccount(user, photoUrls) };
	});

	route(app, getUser, async ({ params }) => {
		const user = requirePerson(await findUser(db, params.id));
		return { data: presentPerson(user, photoUrls) };
	});
}

/** Routes to list, renew and end the user's sessions. */
function sessionRoutes(app: FastifyInstance, deps: AuthRouteDeps): void {
	const { db, realtime, throttle, knownBrowsers, clientInfoOf } = deps;

	route(app, getSessions, async ({ caller }) => {
		const sessions = await listSessions(db, caller.id);
		return {
			sessions: sessions.map((session) => presentSession(session, caller.sessionId)),
		};
	});

	route(app, signInAgain, async ({ body: { password }, caller, request, reply, log }) => {
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
		return { accessToken };
	});

	route(app, endSession, async ({ params, caller, request, log }) => {
		await endOwnSession(db, caller, params.sid);
		realtime.endSession(params.sid);
		const where = params.sid === caller.sessionId ? 'here' : 'on another device';
		log.info({ userId: caller.id, where, ip: request.ip }, 'signed out');
		return { message: ACCOUNT_MESSAGES.sessionEnded };
	});

	route(app, signOutEverywhere, async ({ caller, request, log }) => {
		await endAllOwnSessions(db, caller);
		realtime.endUser(caller.id);
		log.info({ userId: caller.id, where: 'everywhere', ip: request.ip }, 'signed out');
		return { message: ACCOUNT_MESSAGES.signedOutEverywhere };
	});
}

function presentSignedIn({ user, accessToken }: SignedIn, message: string) {
	const { id, userName, email, phone } = user;
	return {
		accessToken,
		user: { id, userName, email, phoneNumber: phone },
		message,
	};
}
