import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
	ConnectionError,
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
} from 'fastify';
import { COMMON_MESSAGES, type ErrorReply } from '#contract/core/common.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { asAppError, isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { AppError, type AppErrorKind, BusyError, isAudited } from '#server/lib/app-error.ts';
import { logOncePer } from '#server/lib/log-throttle.ts';
import { storageReason } from '#server/storage/storage-error.ts';
import { RETRY_AFTER_SECONDS } from './header-values.ts';
import { lingerOnClose } from './lingering-close.ts';

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

/** The framework's own refusals, in words for people. */
const FRAMEWORK_MESSAGES: Record<number, string> = {
	404: COMMON_MESSAGES.notFound,
	413: COMMON_MESSAGES.tooLarge,
	415: COMMON_MESSAGES.wrongType,
	429: COMMON_MESSAGES.tooMany,
};

const CONNECTION_STATUS: Record<string, number> = {
	ERR_HTTP_REQUEST_TIMEOUT: 408,
	HPE_HEADER_OVERFLOW: 431,
};

const shouldLog = logOncePer();

/** The one place where an error becomes a status and a body (decisions, "One product, one origin"). */
export function mountErrors(app: FastifyInstance): void {
	app.setErrorHandler<FastifyError>(sendError);
	// It would take a body that is neither JSON nor a form, and hand it on as a string.
	app.removeContentTypeParser('text/plain');
}

/** For what the framework refuses before there is a route and its hooks, such as an address that can't be decoded. */
export function frameworkErrorSender(baseHeaders: Record<string, string>) {
	return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
		sendError(error, request, reply.headers({ ...baseHeaders, [REQUEST_ID_HEADER]: request.id }));
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
	if (!request.raw.complete) lingerOnClose(request.raw);
	const appError = asAppError(error) ?? toStorageError(error, request);
	if (appError) {
		const { kind, message, issues, details } = appError;
		if (isDatabaseUnavailable(error)) logDatabaseError(request, reasonOf(error));
		if (kind === 'unavailable' || appError instanceof BusyError) {
			reply.header('retry-after', RETRY_AFTER_SECONDS);
		}
		logRejection(request, appError);
		return reply.code(STATUS[kind]).send({ ...errorBody(message, issues), ...details });
	}
	if (error.statusCode && error.statusCode < 500) {
		const message = FRAMEWORK_MESSAGES[error.statusCode] ?? COMMON_MESSAGES.badRequest;
		return reply.code(error.statusCode).send(errorBody(message));
	}
	request.log.error({ err: error }, 'request failed');
	return reply.code(500).send(errorBody(COMMON_MESSAGES.failed));
}

function logDatabaseError(request: FastifyRequest, reason: string): void {
	if (shouldLog(reason)) request.log.warn({ reason }, 'the database could not serve a request');
}

/** A disk that is full, or a store that fails: nobody can do anything about it but whoever runs the market. */
function toStorageError(error: FastifyError, request: FastifyRequest): AppError | undefined {
	const reason = storageReason(error);
	if (reason === undefined) return undefined;
	if (shouldLog(reason)) request.log.error({ reason }, 'what people send can not be kept');
	return new AppError('unavailable', COMMON_MESSAGES.unavailable);
}

/** Who was refused what, and from where; nothing of what was sent, nor the words of the refusal, which may repeat it. */
function logRejection(request: FastifyRequest, { kind, issues }: AppError): void {
	if (!isAudited(kind)) return;
	const { caller, ip, method, routeOptions } = request;
	const by = caller && { id: caller.id, role: caller.role };
	const fields = issues?.map(({ path }) => path);
	request.log.info({ kind, method, route: routeOptions.url, by, ip, fields }, 'refused');
}

/** For what is no HTTP, or not in time: there is no request yet that could be answered. */
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
	const body = JSON.stringify(errorBody(COMMON_MESSAGES.badRequest));
	const headers = {
		...baseHeaders,
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
		connection: 'close',
	};
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function errorBody(message: string, issues?: AppError['issues']): ErrorReply {
	return { success: false, message, ...(issues && { issues: [...issues] }) };
}
