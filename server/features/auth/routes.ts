import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	AUTH_MESSAGES,
	checkSession,
	getUser,
	login,
	logout,
	register,
} from '#contract/auth/auth.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { route } from '#server/http/route.ts';
import type { Live } from '#server/realtime/realtime.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import {
	accountNamed,
	type Doors,
	type Porter,
	requirePerson,
	type SignedIn,
	signIn,
	signUp,
	type Visitor,
} from './commands.ts';
import { presentOwnAccount, presentPerson } from './present.ts';
import { findUser } from './queries.ts';
import { deleteSession } from './sessions/queries.ts';

interface AuthDeps extends Doors, Porter {
	addresses: PhotoAddresses;
	live: Live;
	visitorOf: (request: FastifyRequest) => Visitor;
}

export function authRoutes(app: FastifyInstance, deps: AuthDeps): void {
	const { db, addresses, live, throttle, devices, visitorOf } = deps;

	route(
		app,
		login,
	)(async ({ body, request, reply, log }) => {
		const account = accountNamed(body);
		const knock = { account, address: request.ip, mark: devices.markOf(request, account), reply };
		const signedIn = await throttle.guard(knock, () => signIn(deps, body, visitorOf(request)));
		devices.remember(reply, account);
		log.info({ userId: signedIn.user.id, by: 'password', ip: request.ip }, 'signed in');
		return presentSignedIn(signedIn, AUTH_MESSAGES.loggedIn);
	});

	route(
		app,
		register,
	)(async ({ body, request, reply, log }) => {
		const signedIn = await signUp(deps, body, visitorOf(request));
		devices.remember(reply, accountNamed(body));
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
		live.endSession(caller.sessionId);
		log.info({ userId: caller.id, where: 'here', ip: request.ip }, 'signed out');
		return { success: true };
	});

	route(
		app,
		checkSession,
	)(async ({ caller }) => {
		const user = requirePerson(await findUser(db, caller.id));
		return { success: true, user: presentOwnAccount(user, addresses) };
	});

	route(
		app,
		getUser,
	)(async ({ params }) => {
		const user = requirePerson(await findUser(db, params.id));
		return { success: true, data: presentPerson(user, addresses) };
	});
}

function presentSignedIn({ user, accessToken }: SignedIn, message: string) {
	const { id, userName, email, phone: phoneNumber } = user;
	return {
		success: true as const,
		accessToken,
		user: { id, userName, email, phoneNumber },
		message,
	};
}
