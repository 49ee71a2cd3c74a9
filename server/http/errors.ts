import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
	ConnectionError,
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
} from 'fastify';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { type DeclaredError, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';
import type { ErrorReply } from '#contract/core/schemas.ts';
import { asAppError, isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import {
	AppError,
	type AppErrorKind,
	isLoggedRefusal,
	mayRetrySucceed,
} from '#server/lib/app-error.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import { storageReason } from '#server/storage/photo-store.ts';
import { RETRY_AFTER_SECONDS } from './security-headers.ts';

const STATUS: Record<AppErrorKind, number> = {
	invalid: 400,
	unauthenticated: 401,
	forbidden: 403,
	not_found: 404,
	conflict: 409,
	too_large: 413,
	wrong_type: 415,
	too_many: 429,
	unavailable: 503,
};

/** Our errors in place of those that Fastify raises itself, by status. */
const FRAMEWORK_ERRORS: Record<number, DeclaredError> = {
	404: REQUEST_ERRORS.notFound,
	413: REQUEST_ERRORS.tooLarge,
	415: REQUEST_ERRORS.wrongType,
	429: REQUEST_ERRORS.tooMany,
};

const CONNECTION_STATUS: Record<string, number> = {
	ERR_HTTP_REQUEST_TIMEOUT: 408,
	HPE_HEADER_OVERFLOW: 431,
};

/** How much of a body is dropped after its refusal before the connection is cut. */
const DROPPED_MAX_BYTES = 32 * 1024 * 1024;
/** Enough for a phone to receive an answer on a slow network. */
const ANSWER_READ_MS = 5000;

const shouldLog = createLogThrottle();

/** Sets the handler that turns every thrown error into a status and a body. */
export function mountErrors(app: FastifyInstance): void {
	app.setErrorHandler<FastifyError>(sendError);
	// Fastify would pass text/plain bodies on as strings. Without its parser for them, they are answered with 415.
	app.removeContentTypeParser('text/plain');
}

/**
 * Creates the handler of errors that Fastify raises before routing, such as a URL that can't be
 * decoded.
 * @param baseHeaders headers of every response, which no hook adds to these error responses
 */
export function frameworkErrorSender(baseHeaders: Record<string, string>) {
	return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
		sendError(error, request, reply.headers({ ...baseHeaders, [REQUEST_ID_HEADER]: request.id }));
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
	// Fastify and the reader of uploads close the connection after a body that was not read to its end.
	if (request.raw.complete === false && reply.getHeader('connection') === 'close')
		dropRestOfBody(request, reply);
	const { status, body } = toErrorReply(error, request, reply);
	const page = pageAfterRefusal(request.raw);
	if (page === undefined) return reply.code(status).send(body);
	// With `Retry-After`, a redirect would be followed only after that time.
	return reply.removeHeader('retry-after').header('cache-control', 'no-store').redirect(page, 302);
}

/**
 * Lets a client read the answer to a body that it is still sending: closing the connection at once would reset it, and a
 * user would not learn that a photo is too large.
 */
function dropRestOfBody({ raw: body }: FastifyRequest, reply: FastifyReply): void {
	reply.removeHeader('connection');
	let bytesLeft = DROPPED_MAX_BYTES;
	body.unpipe();
	body.on('data', ({ length }: Buffer) => {
		bytesLeft -= length;
		if (bytesLeft < 0) body.destroy();
	});
	body.resume();
	reply.raw.once('finish', () => endAfterAnswer(body.socket));
}

/** Ends the sending side of a connection, and the whole connection when the client has had time to read the answer. */
function endAfterAnswer(socket: Socket): void {
	const timer = setTimeout(() => socket.destroy(), ANSWER_READ_MS);
	socket.once('close', () => clearTimeout(timer));
	socket.end();
}

/** Logs the error, sets Retry-After if a retry can help, and returns status and body. */
function toErrorReply(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
	const appError = asAppError(error) ?? storageAppError(error, request);
	if (appError) {
		const { kind, issues, details } = appError;
		if (isDatabaseUnavailable(error)) logDatabaseError(request, reasonOf(error));
		if (mayRetrySucceed(appError)) reply.header('retry-after', RETRY_AFTER_SECONDS);
		logRefusal(request, appError);
		return { status: STATUS[kind], body: { ...errorBody(appError, issues), ...details } };
	}
	if (error.statusCode && error.statusCode < 500) {
		const declared = FRAMEWORK_ERRORS[error.statusCode] ?? REQUEST_ERRORS.badRequest;
		return { status: error.statusCode, body: errorBody(declared) };
	}
	request.log.error({ err: error }, 'request failed');
	return { status: 500, body: errorBody(REQUEST_ERRORS.failed) };
}

function logDatabaseError(request: FastifyRequest, reason: string): void {
	if (shouldLog(reason)) request.log.warn({ reason }, 'the database could not serve a request');
}

/**
 * The error for the client if the disk is full or the photo store fails. Logged as an error, because only the operator
 * can fix the cause. Undefined for other errors.
 */
function storageAppError(error: FastifyError, request: FastifyRequest): AppError | undefined {
	const reason = storageReason(error);
	if (reason === undefined) return undefined;
	if (shouldLog(reason)) request.log.error({ reason }, 'uploaded files could not be stored');
	return new AppError('unavailable', REQUEST_ERRORS.unavailable);
}

/** Logs who was refused what. Leaves out the input and the message, which may repeat the input. */
function logRefusal(request: FastifyRequest, { kind, issues }: AppError): void {
	if (!isLoggedRefusal(kind)) return;
	const { caller, ip, method, routeOptions } = request;
	const by = caller && { id: caller.id, role: caller.role };
	const fields = issues?.map(({ path }) => path);
	request.log.info({ kind, method, route: routeOptions.url, by, ip, fields }, 'refused');
}

/** Creates the handler of malformed or timed-out HTTP, for which there is no request object yet. */
export function connectionErrorSender(baseHeaders: Record<string, string>) {
	return (error: ConnectionError, socket: Socket) =>
		sendConnectionError(error, socket, baseHeaders);
}

function sendConnectionError(
	error: ConnectionError,
	socket: Socket,
	baseHeaders: Record<string, string>,
): void {
	// Bytes that follow malformed ones, while the answer is being read.
	if (socket.writableEnded) return;
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const status = CONNECTION_STATUS[error.code] ?? 400;
	const body = JSON.stringify(errorBody(REQUEST_ERRORS.badRequest));
	const headers = {
		...baseHeaders,
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
		connection: 'close',
	};
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
	endAfterAnswer(socket);
}

function errorBody({ code, message }: DeclaredError, issues?: AppError['issues']): ErrorReply {
	return { success: false, code, message, ...(issues && { issues: [...issues] }) };
}

/** The endpoints of third-party sign-in, to which browsers navigate. */
const SIGN_IN_PATHS: readonly string[] = [startThirdPartySignIn, finishThirdPartySignIn].map(
	({ path }) => `/api${path}`,
);

/**
 * The page to redirect to if this request is refused; undefined for a request whose refusal stays JSON. A browser that
 * navigates to an endpoint of third-party sign-in would show the JSON to the user; a script would not.
 */
export function pageAfterRefusal({
	url = '',
	headers: { accept = '' },
}: Pick<IncomingMessage, 'url' | 'headers'>): string | undefined {
	const [path = ''] = url.split('?');
	const isSignIn = SIGN_IN_PATHS.includes(path.replace(/\/$/, ''));
	return isSignIn && accept.includes('text/html') ? SIGNUP_AFTER_FAILURE : undefined;
}

/** A signal that aborts with an AppError when the client disconnects before the response is complete. */
export function clientGoneSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	const onClose = () => {
		if (!raw.writableEnded)
			controller.abort(new AppError('unavailable', REQUEST_ERRORS.unavailable));
	};
	if (raw.closed) onClose();
	else raw.once('close', onClose);
	return controller.signal;
}
