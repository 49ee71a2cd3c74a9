import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import type { Auth, Endpoint, RequiredAction } from '#contract/core/endpoint.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AppError } from '#server/lib/app-error.ts';

/** The caller of a request, from its token. */
export interface Caller {
	id: number;
	role: 'user' | 'admin' | 'super_admin';
	/** The session that the token belongs to. */
	sessionId: string;
	/** What an administrator must do before any other call. */
	requiredAction?: RequiredAction | null;
}
/** @param userId if only this user matters: for any other caller the result is null, usually without a query */
type FindCaller = (userId?: number) => Promise<Caller | null>;

/** The `caller` that a handler gets, by the `auth` of its endpoint. */
export type CallerOf<A extends Auth> = A extends 'none'
	? null
	: A extends 'on demand'
		? FindCaller
		: A extends 'optional'
			? Caller | null
			: Caller;

/**
 * Returns the caller of a bearer token; null when the token is not valid (any longer).
 * @param userId if only this user matters: for the token of any other user the result is null
 */
export type ReadToken = (token: string, userId?: number) => Promise<Caller | null>;

/**
 * Returns the message for the owner of an invalid token, such as a suspension; undefined for an ordinary invalid token.
 */
export type ReadRejection = (token: string) => Promise<DeclaredError | undefined>;

/**
 * Roles that may call an endpoint, by its `auth`. User tokens are refused by endpoints of the back-office, and
 * administrators' tokens by endpoints for users.
 */
const ALLOWED_ROLES: Record<'user' | 'admin' | 'super_admin', Caller['role'][]> = {
	user: ['user'],
	admin: ['admin', 'super_admin'],
	super_admin: ['super_admin'],
};

/** The error that an administrator gets for any other call until the required action is done, by action. */
const REQUIRED_ACTION_ERRORS: Record<RequiredAction, DeclaredError> = {
	'change password': ADMIN_SESSION_ERRORS.mustChangePassword,
	'set up two-step': ADMIN_SESSION_ERRORS.twoStepSetupRequired,
};

/** Adds `caller` and `address` to every request, and the token readers that `authorize` uses. */
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
 * Authorizes a request for an endpoint before its body is read.
 * @throws AppError unauthenticated without a session of the endpoint's kind; forbidden when the role is too low or an
 * action is required first
 */
export async function authorize(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
	if (endpoint.auth === 'none' || endpoint.auth === 'on demand') return;
	const caller = await findCaller(request);
	if (endpoint.auth === 'optional') return;
	const signInError = endpoint.signInError ?? REQUEST_ERRORS.signIn;
	if (!caller) throw new AppError('unauthenticated', (await rejectionOf(request)) ?? signInError);
	if (ALLOWED_ROLES[endpoint.auth].includes(caller.role)) {
		if (!caller.requiredAction || endpoint.allowedDuring?.includes(caller.requiredAction)) return;
		throw new AppError('forbidden', REQUIRED_ACTION_ERRORS[caller.requiredAction]);
	}
	const isRoleTooLow = endpoint.auth !== 'user' && caller.role !== 'user';
	throw isRoleTooLow
		? new AppError('forbidden', REQUEST_ERRORS.superAdminOnly)
		: new AppError('unauthenticated', signInError);
}

/** Reads the caller from the request's token, as `ReadToken` does, and stores it in `request.caller`. */
async function findCaller(request: FastifyRequest, userId?: number): Promise<Caller | null> {
	const token = bearerToken(request.headers.authorization);
	request.caller = token === undefined ? null : await request.server.readToken(token, userId);
	return request.caller;
}

/** As `findCaller`, but null for an administrator, whose id may also be that of a user. */
export async function findUser(request: FastifyRequest, userId?: number): Promise<Caller | null> {
	const caller = await findCaller(request, userId);
	return caller?.role === 'user' ? caller : null;
}

/**
 * The message for the owner of a token that is not valid, as `ReadRejection` returns it; undefined for a request
 * without a token.
 */
async function rejectionOf({
	server,
	headers,
}: FastifyRequest): Promise<DeclaredError | undefined> {
	const token = bearerToken(headers.authorization);
	return token === undefined ? undefined : server.readRejection(token);
}

function bearerToken(header: string | undefined): string | undefined {
	return header?.match(/^Bearer +(\S+)$/i)?.[1];
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The client address. Unlike `ip` it stays available after the client has disconnected. */
		address: string;
		caller: Caller | null;
	}
	interface FastifyInstance {
		readToken: ReadToken;
		readRejection: ReadRejection;
	}
}
