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
import { BASE_HEADERS, RETRY_AFTER_SECONDS } from './header-values.ts';
import { type EarlyHandler, isForSocketIo } from './server.ts';

interface RequestClass {
	/** In metrics and log lines. */
	name: string;
	/** Whether a request belongs to this class; the first matching class is used. */
	matches: (request: IncomingMessage) => boolean;
	/**
	 * How many requests run at the same time while they are slow. Few enough that even the last one takes well below a
	 * second, unless it waits for a sign-in provider.
	 */
	max: number;
	/**
	 * Start times in milliseconds of running requests, by request number, oldest first. The keys are
	 * numbers, not request objects: a `Map` discards hash tables as it grows and shrinks. Discarded
	 * tables would keep the objects in memory until the old generation is collected.
	 */
	active: Map<number, number>;
}

/** The property in which a running request has its class and its number in `active`. */
const TRACKED = Symbol('tracked');
type TrackedRequest = IncomingMessage & {
	[TRACKED]?: { requestClass: RequestClass; number: number } | undefined;
};

/** While the oldest running request is younger than this, requests count as fast, and more are accepted. */
export const FAST_MS = 100;
/** Factor for a class's capacity while its requests are fast. Low, because all accepted requests may turn out slow. */
export const BURST_FACTOR = 2;

/**
 * The database shares the cores with this process: fewer cores mean less capacity, so accepted requests don't wait
 * longer.
 */
export const CAPACITY = {
	searches: Math.min(12, 6 * availableParallelism()),
	/** A sign-in waits for the provider, for several seconds if the provider does not answer. */
	providerSignIns: 20,
	/** Two exports run and 20 wait (features/accounts/privacy/export.ts); waiting costs nothing. */
	exports: 22,
	everythingElse: Math.min(64, 32 * availableParallelism()),
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
	['watching', 10, ({ url = '' }) => url.startsWith('/health/')],
	['the back-office', 20, ({ url = '' }) => /^\/(api\/)?admin([/?]|$)/.test(url)],
	['passwords', 40, ({ url = '', method }) => method === 'POST' && url.startsWith('/api/auth/')],
	[
		'sign-ins at a provider',
		CAPACITY.providerSignIns,
		({ url = '' }) => PROVIDER_PATHS.some((path) => url.startsWith(path)),
	],
	['pictures', 40, sendsPhotos],
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
 * @param now monotonic clock in milliseconds
 * @param baseHeaders headers of every response
 * @returns the handler that counts requests and refuses those above capacity
 */
export function mountOverloadProtection(
	app: FastifyInstance,
	now = () => performance.now(),
	baseHeaders: Record<string, string> = BASE_HEADERS,
): EarlyHandler {
	const refusalHeaders = { ...baseHeaders, ...REFUSAL_HEADERS };
	const classes: RequestClass[] = REQUEST_CLASSES.map(([name, max, matches]) => ({
		name,
		max,
		matches,
		active: new Map(),
	}));
	const classOf = (request: IncomingMessage) => classes.find(({ matches }) => matches(request));
	const shouldLog = createLogThrottle();
	let lastNumber = 0;

	function capacityOf({ max, active }: RequestClass): number {
		if (active.size < max) return max;
		const [oldest = 0] = active.values();
		return now() - oldest < FAST_MS ? max * BURST_FACTOR : max;
	}

	function isAtCapacity(request: IncomingMessage): boolean {
		const requestClass = classOf(request);
		if (!requestClass || requestClass.active.size < capacityOf(requestClass)) return false;
		countRefusal(requestClass.name);
		if (shouldLog(requestClass.name))
			app.log.warn({ lane: requestClass.name }, 'more comes than can be served');
		return true;
	}

	function startTracking(request: TrackedRequest): void {
		stopTracking(request);
		const requestClass = classOf(request);
		if (!requestClass) return;
		lastNumber += 1;
		request[TRACKED] = { requestClass, number: lastNumber };
		requestClass.active.set(lastNumber, now());
	}

	function stopTracking(request: TrackedRequest): void {
		const { requestClass, number = 0 } = request[TRACKED] ?? {};
		requestClass?.active.delete(number);
		request[TRACKED] = undefined;
	}

	app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
		if (hasBody(raw)) stopTracking(raw);
		done();
	});
	app.addHook('preValidation', ({ raw }, reply, done) => {
		const resumeTracking = () => void (reply.raw.closed || reply.sent || startTracking(raw));
		if (raw.readableEnded) resumeTracking();
		else if (hasBody(raw)) raw.once('end', resumeTracking);
		done();
	});
	app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
		stopTracking(raw);
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
				startTracking(request);
				response.once('close', () => {
					if (response.writableEnded) stopTracking(request);
					else setTimeout(() => stopTracking(request), ABANDONED_MS).unref();
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
 * False for methods whose body Fastify never reads. Tracking pauses until a request's body has been
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
