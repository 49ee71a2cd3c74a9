import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
	ConnectionError,
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
} from 'fastify';
import { COMMON_MESSAGES, type RefusalBody } from '#contract/common.ts';
import { Refusal, type RefusalKind } from '#server/lib/refusal.ts';

const STATUS: Record<RefusalKind, number> = {
	invalid: 400,
	unauthenticated: 401,
	forbidden: 403,
	not_found: 404,
	conflict: 409,
	too_large: 413,
	wrong_type: 415,
	too_many: 429,
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

/** The one place where an error becomes a status and a body (decisions, "One product, one origin"). */
export function mountErrors(app: FastifyInstance): void {
	app.setErrorHandler<FastifyError>(sendError);
	// It would take a body that is neither JSON nor a form, and hand it on as a string.
	app.removeContentTypeParser('text/plain');
}

/** Also for what the framework refuses before there is a route, such as an address that can't be decoded. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
	if (error instanceof Refusal) {
		return reply.code(STATUS[error.kind]).send(refusalBody(error.message, error.issues));
	}
	if (error.statusCode && error.statusCode < 500) {
		const message = FRAMEWORK_MESSAGES[error.statusCode] ?? COMMON_MESSAGES.badRequest;
		return reply.code(error.statusCode).send(refusalBody(message));
	}
	request.log.error({ err: error }, 'request failed');
	return reply.code(500).send(refusalBody(COMMON_MESSAGES.failed));
}

/** For what is no HTTP, or not in time: there is no request yet that could be answered. */
export function sendConnectionError(error: ConnectionError, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const status = CONNECTION_STATUS[error.code] ?? 400;
	const body = JSON.stringify(refusalBody(COMMON_MESSAGES.badRequest));
	socket.end(
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
	);
}

function refusalBody(message: string, issues?: Refusal['issues']): RefusalBody {
	return { success: false, message, ...(issues && { issues: [...issues] }) };
}
