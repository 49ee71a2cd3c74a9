import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
	ConnectionError,
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
} from 'fastify';
import type { DeclaredError } from '#contract/core/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { ErrorReply } from '#contract/core/schemas.ts';
import { asAppError, isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import {
	AppError,
	type AppErrorKind,
	isLoggedRefusal,
	mayRetrySucceed,
} from '#server/lib/app-error.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import { storageReason } from '#server/storage/storage-error.ts';
import { RETRY_AFTER_SECONDS } from './header-values.ts';
import { endAndLinger, lingerOnClose } from './lingering-close.ts';
import { pageAfterRefusal } from './refused-navigation.ts';

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
	if (!request.raw.complete) lingerOnClose(request.raw);
	const { status, body } = toErrorReply(error, request, reply);
	const page = pageAfterRefusal(request.raw);
	if (page === undefined) return reply.code(status).send(body);
	// With `Retry-After`, a redirect would be followed only after that time.
	return reply.removeHeader('retry-after').header('cache-control', 'no-store').redirect(page, 302);
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
	endAndLinger(socket);
}

function errorBody({ code, message }: DeclaredError, issues?: AppError['issues']): ErrorReply {
	return { success: false, code, message, ...(issues && { issues: [...issues] }) };
}
