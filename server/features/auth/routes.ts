import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkSession, getUser, login, logout, register } from '#contract/auth/endpoints.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { route } from '#server/http/route.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import {
	type AuthDeps,
	accountKeyOf,
	type ClientInfo,
	requirePerson,
	type SignedIn,
	type SignInGuards,
	signIn,
	signUp,
} from './commands.ts';
import { presentOwnAccount, presentPerson } from './present.ts';
import { findUser } from './queries.ts';
import { deleteSession } from './sessions/queries.ts';

interface AuthRouteDeps extends AuthDeps, SignInGuards {
	photoUrls: PhotoUrls;
	realtime: Realtime;
	clientInfoOf: (request: FastifyRequest) => ClientInfo;
}

/** Routes to log in, sign up and log out, and to read a user. */
export function authRoutes(app: FastifyInstance, deps: AuthRouteDeps): void {
	const { db, photoUrls, realtime, throttle, knownBrowsers, clientInfoOf } = deps;

	route(
		app,
		login,
	)(async ({ body, request, reply, log }) => {
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

	route(
		app,
		register,
	)(async ({ body, request, reply, log }) => {
		const signedIn = await signUp(deps, body, clientInfoOf(request));
		knownBrowsers.remember(reply, accountKeyOf(body));
		log.info({ userId: signedIn.user.id, by: 'signing up', ip: request.ip }, 'signed in');
		return {
			...presentSignedIn(signedIn, AUTH_MESSAGES.registered),
			...(signedIn.hasEasyPassword && { advice: PEOPLE_MESSAGES.passwordAdvice }),
		};
	});

	route(
		app,
		logout,
	)(async ({ caller, request, log }) => {
		await deleteSession(db, caller.sessionId);
		realtime.endSession(caller.sessionId);
		log.info({ userId: caller.id, where: 'here', ip: request.ip }, 'signed out');
		return { success: true };
	});

	route(
		app,
		checkSession,
	)(async ({ caller }) => {
		const user = requirePerson(await findUser(db, caller.id));
		return { success: true, user: presentOwnAccount(user, photoUrls) };
	});

	route(
		app,
		getUser,
	)(async ({ params }) => {
		const user = requirePerson(await findUser(db, params.id));
		return { success: true, data: presentPerson(user, photoUrls) };
	});
}

function presentSignedIn({ user, accessToken }: SignedIn, message: string) {
	const { id, userName, email, phone } = user;
	return {
		success: true as const,
		accessToken,
		user: { id, userName, email, phoneNumber: phone },
		message,
	};
}
