import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { Auth, Endpoint, RequiredAction } from '#contract/core/endpoint.ts';
import { AppError } from '#server/lib/app-error.ts';

/** Who is calling, as found from the token. */
export interface Caller {
	id: number;
	role: 'user' | 'admin' | 'super_admin';
	/** The session that the token belongs to. */
	sessionId: string;
	/** What an administrator must do before anything else. */
	requiredAction?: RequiredAction | null;
}
export type CallerOf<A extends Auth> = A extends 'none'
	? null
	: A extends 'on demand'
		? () => Promise<Caller | null>
		: A extends 'optional'
			? Caller | null
			: Caller;

/** Finds the caller of a bearer token; null when it opens nothing (any longer). */
export type ReadToken = (token: string) => Promise<Caller | null>;

/** Why a token opens nothing, where its owner is to be told; undefined where it is over like any other. */
export type ReadRejection = (token: string) => Promise<string | undefined>;

/** Roles that may call an endpoint of each kind; a student's token opens no back-office call, nor the reverse. */
const ALLOWED_ROLES: Record<'user' | 'admin' | 'super_admin', Caller['role'][]> = {
	user: ['user'],
	admin: ['admin', 'super_admin'],
	super_admin: ['super_admin'],
};

/** Said to who calls for something else first. */
const REQUIRED_ACTION_MESSAGES: Record<RequiredAction, string> = {
	'change password': ADMIN_SESSION_MESSAGES.mustChangePassword,
	'set up two-step': ADMIN_SESSION_MESSAGES.twoStepSetupRequired,
};

/** Gives every request its `caller`, and `admit` the way to read tokens. */
export function mountAuthentication(
	app: FastifyInstance,
	readToken: ReadToken,
	readRejection: ReadRejection = async () => undefined,
): void {
	app.decorateRequest('caller', null);
	app.decorateRequest('address', '');
	app.addHook('onRequest', (request, _reply, done) => {
		request.address = request.ip;
		done();
	});
	app.decorate('readToken', readToken);
	app.decorate('readRejection', readRejection);
}

/**
 * Lets a request pass to an endpoint, or not, before its body is read.
 * @throws Refusal unauthenticated without a session of the right world; forbidden for too low a rank in it
 */
export async function authorize(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
	if (endpoint.auth === 'none' || endpoint.auth === 'on demand') return;
	const caller = await findCaller(request);
	if (endpoint.auth === 'optional') return;
	const signInMessage = endpoint.signInMessage ?? COMMON_MESSAGES.signIn;
	if (!caller) throw new AppError('unauthenticated', (await rejectionOf(request)) ?? signInMessage);
	if (ALLOWED_ROLES[endpoint.auth].includes(caller.role)) {
		if (!caller.requiredAction || endpoint.allowedDuring?.includes(caller.requiredAction)) return;
		throw new AppError('forbidden', REQUIRED_ACTION_MESSAGES[caller.requiredAction]);
	}
	const isRoleTooLow = endpoint.auth !== 'user' && caller.role !== 'user';
	throw isRoleTooLow
		? new AppError('forbidden', COMMON_MESSAGES.superAdminOnly)
		: new AppError('unauthenticated', signInMessage);
}

/** Who calls, as far as a token of the request tells; the request knows it from then on. */
export async function findCaller(request: FastifyRequest): Promise<Caller | null> {
	const token = bearerToken(request.headers.authorization);
	request.caller = token === undefined ? null : await request.server.readToken(token);
	return request.caller;
}

/** Asked only where the token opens nothing. */
async function rejectionOf({ server, headers }: FastifyRequest): Promise<string | undefined> {
	const token = bearerToken(headers.authorization);
	return token === undefined ? undefined : server.readRejection(token);
}

function bearerToken(header: string | undefined): string | undefined {
	return header?.match(/^Bearer +(\S+)$/i)?.[1];
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Where it comes from. Unlike `ip` it is still known when the caller has hung up. */
		address: string;
		caller: Caller | null;
	}
	interface FastifyInstance {
		readToken: ReadToken;
		readRejection: ReadRejection;
	}
}
