import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { linkIdentity } from '#contract/accounts/endpoints.ts';
import { startThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { ErrorReply } from '#contract/core/schemas.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import { countRefusal } from '#server/observability/counts.ts';
import { pageAfterRefusal } from './errors.ts';
import { BASE_HEADERS, RETRY_AFTER_SECONDS } from './security-headers.ts';
import { type EarlyHandler, isForSocketIo } from './server.ts';

interface RequestClass {
	/** In metrics and log lines. */
	name: string;
	/** Whether a request belongs to this class; the first matching class is used. */
	matches: (request: IncomingMessage) => boolean;
	/**
	 * How many requests run at the same time: enough for a burst of fast ones, and few enough that even the last one takes
	 * below a second, unless it waits for a sign-in provider.
	 */
	max: number;
	/** How many run now. */
	running: number;
}

/** The property in which a counted request has its class. */
const COUNTED = Symbol('counted');
type CountedRequest = IncomingMessage & { [COUNTED]?: RequestClass | undefined };

/**
 * The database shares the cores with this process: fewer cores mean less capacity, so accepted requests don't wait
 * longer.
 */
export const CAPACITY = {
	searches: Math.min(24, 12 * availableParallelism()),
	/** A sign-in waits for the provider, for several seconds if the provider does not answer. */
	providerSignIns: 40,
	/** Two exports run and 20 wait (features/accounts/commands.ts); waiting costs nothing. */
	exports: 22,
	everythingElse: Math.min(128, 64 * availableParallelism()),
};

/**
 * Matches the search parameter in every spelling: `q` may be percent-encoded, and the router also treats what follows a
 * `#` as a query.
 */
const SEARCH_QUERY = /[?&#](q|%71)=/;

/**
 * The beginnings of paths whose requests wait for the sign-in provider. The path of the provider's callback begins with
 * the first of them, too.
 */
const PROVIDER_PATHS = [startThirdPartySignIn, linkIdentity].map(({ path }) => `/api${path}`);

/** Each class has its own capacity, so that health checks and administrators are served while another class is full. */
const REQUEST_CLASSES: [name: string, max: number, matches: RequestClass['matches']][] = [
	['watching', 20, ({ url = '' }) => url.startsWith('/health/')],
	['the back-office', 40, ({ url = '' }) => /^\/(api\/)?admin([/?]|$)/.test(url)],
	['passwords', 80, ({ url = '', method }) => method === 'POST' && url.startsWith('/api/auth/')],
	[
		'sign-ins at a provider',
		CAPACITY.providerSignIns,
		({ url = '' }) => PROVIDER_PATHS.some((path) => url.startsWith(path)),
	],
	['pictures', 80, sendsPhotos],
	// A search runs several statements, the slowest of all requests.
	['searches', CAPACITY.searches, ({ url = '' }) => SEARCH_QUERY.test(url)],
	['exports', CAPACITY.exports, ({ url = '' }) => url.startsWith('/api/account/export')],
	['everything else', CAPACITY.everythingElse, () => true],
];

/** Requests of an open Socket.IO connection are always accepted: the events of a connection have limits per user. */
const SESSION_ID_QUERY = /[?&]sid=/;
/** How long the request of a disconnected client still counts: its work continues, but has mostly ended by then. */
const ABANDONED_MS = 5000;

const errorBody: ErrorReply = { success: false, ...REQUEST_ERRORS.unavailable };
const BODY = JSON.stringify(errorBody);
const REFUSAL_HEADERS = {
	'retry-after': String(RETRY_AFTER_SECONDS),
	'content-type': 'application/json; charset=utf-8',
	'content-length': String(Buffer.byteLength(BODY)),
};
const UPGRADE_REJECTED = `HTTP/1.1 503 Service Unavailable\r\nretry-after: ${RETRY_AFTER_SECONDS}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;

/**
 * Refuses requests above capacity at once, before any work is done for them. So accepted requests
 * stay fast under any load (bench/RESULTS.md, "ten times too many requests"). Receiving a body and
 * sending a response don't count as work.
 * @param baseHeaders headers of every response
 * @returns the handler that counts requests and refuses those above capacity
 */
export function mountOverloadProtection(
	app: FastifyInstance,
	baseHeaders: Record<string, string> = BASE_HEADERS,
): EarlyHandler {
	const refusalHeaders = { ...baseHeaders, ...REFUSAL_HEADERS };
	const classes: RequestClass[] = REQUEST_CLASSES.map(([name, max, matches]) => ({
		name,
		max,
		matches,
		running: 0,
	}));
	const classOf = (request: IncomingMessage) => classes.find(({ matches }) => matches(request));
	const shouldLog = createLogThrottle();

	function isAtCapacity(request: IncomingMessage): boolean {
		const requestClass = classOf(request);
		if (!requestClass || requestClass.running < requestClass.max) return false;
		countRefusal(requestClass.name);
		if (shouldLog(requestClass.name))
			app.log.warn({ lane: requestClass.name }, 'more comes than can be served');
		return true;
	}

	function startCounting(request: CountedRequest): void {
		const requestClass = classOf(request);
		if (!requestClass || request[COUNTED]) return;
		requestClass.running += 1;
		request[COUNTED] = requestClass;
	}

	function stopCounting(request: CountedRequest): void {
		if (request[COUNTED]) request[COUNTED].running -= 1;
		request[COUNTED] = undefined;
	}

	app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
		if (hasBody(raw)) stopCounting(raw);
		done();
	});
	app.addHook('preValidation', ({ raw }, reply, done) => {
		const resumeCounting = () => void (reply.raw.closed || reply.sent || startCounting(raw));
		if (raw.readableEnded) resumeCounting();
		else if (hasBody(raw)) raw.once('end', resumeCounting);
		done();
	});
	app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
		stopCounting(raw);
		done();
	});
	const mustReject = (request: IncomingMessage) =>
		!isOfOpenConnection(request) && isAtCapacity(request);
	return {
		handleRequest: (next) => (request, response) => {
			if (mustReject(request)) {
				const page = pageAfterRefusal(request);
				if (page === undefined) response.writeHead(503, refusalHeaders).end(BODY);
				else redirect(response, page, baseHeaders);
				return;
			}
			// A long-polling request of Socket.IO stays open while it waits for events, which costs nothing.
			if (!isForSocketIo(request)) {
				startCounting(request);
				response.once('close', () => {
					if (response.writableEnded) stopCounting(request);
					else setTimeout(() => stopCounting(request), ABANDONED_MS).unref();
				});
			}
			next(request, response);
		},
		handleUpgrade: (next) => (request, socket, head) => {
			// Destroyed, because a client that keeps its side open would keep the connection.
			if (mustReject(request)) socket.end(UPGRADE_REJECTED, () => socket.destroy());
			else next(request, socket, head);
		},
	};
}

/** Whether a request belongs to an open Socket.IO connection. */
function isOfOpenConnection(request: IncomingMessage): boolean {
	return isForSocketIo(request) && SESSION_ID_QUERY.test(request.url ?? '');
}

function sendsPhotos(request: IncomingMessage): boolean {
	return canHaveBody(request) && /^multipart\//i.test(request.headers['content-type'] ?? '');
}

/**
 * False for methods whose body Fastify never reads. Counting pauses until a request's body has been
 * read: with these methods it would never resume.
 */
function canHaveBody({ method }: IncomingMessage): boolean {
	return method !== 'GET' && method !== 'HEAD';
}

function hasBody(request: IncomingMessage): boolean {
	if (!canHaveBody(request)) return false;
	const { headers } = request;
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function redirect(
	response: ServerResponse,
	location: string,
	baseHeaders: Record<string, string>,
): void {
	response.writeHead(302, { ...baseHeaders, location, 'content-length': '0' }).end();
}
