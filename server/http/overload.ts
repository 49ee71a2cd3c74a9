import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { COMMON_MESSAGES, type ErrorReply } from '#contract/core/common.ts';
import { logOncePer } from '#server/lib/log-throttle.ts';
import { reportOverload } from '#server/observability/channels.ts';
import { BASE_HEADERS, RETRY_AFTER_SECONDS } from './header-values.ts';
import { replaceListeners } from './replace-listeners.ts';

interface RequestClass {
	name: string;
	/** Whether a request goes here; the first lane that takes it has it. */
	matches: (request: IncomingMessage) => boolean;
	/** How many are worked on at a time when that takes long: what the last of them waits for is still well below a second. */
	max: number;
	/**
	 * When each that is worked on began, in milliseconds, by its number, the oldest first. By the requests themselves, the tables
	 * that a `Map` leaves behind would keep these, and all that hangs on them, until old memory is cleared.
	 */
	active: Map<number, number>;
}

/** Where a request is being worked on. */
const TRACKED = Symbol('place');
type TrackedRequest = IncomingMessage & {
	[TRACKED]?: { requestClass: RequestClass; number: number } | undefined;
};

/** While even the oldest is younger, what comes is done soon: more are let in. */
export const FAST_MS = 100;
/** So many times what a lane takes otherwise; they may all turn out slow. */
export const BURST_FACTOR = 2;

/** The database shares the cores with us: on one of two there is half the room, and each who is let in waits no longer for it. */
export const CAPACITY = {
	searches: Math.min(12, 6 * availableParallelism()),
	/** As many as are made and may wait (features/accounts/privacy/export.ts), which is no work. */
	exports: 22,
	everythingElse: Math.min(64, 32 * availableParallelism()),
};

/** However it is written: a `q` may come encoded, and the router takes what is behind a `#` for a query, too. */
const SEARCH_QUERY = /[?&#](q|%71)=/;

/** Nobody can fill the lane of others: the market can be watched and run while it is full. */
const REQUEST_CLASSES: [name: string, max: number, matches: RequestClass['matches']][] = [
	['watching', 10, ({ url = '' }) => url.startsWith('/health/')],
	['the back-office', 20, ({ url = '' }) => /^\/(api\/)?admin([/?]|$)/.test(url)],
	['passwords', 40, ({ url = '', method }) => method === 'POST' && url.startsWith('/api/auth/')],
	['pictures', 40, sendsPhotos],
	// Each is several statements, the longest that anybody asks for.
	['searches', CAPACITY.searches, ({ url = '' }) => SEARCH_QUERY.test(url)],
	['exports', CAPACITY.exports, ({ url = '' }) => url.startsWith('/api/account/export')],
	['everything else', CAPACITY.everythingElse, () => true],
];

/** It stays open between two polls, which is no work. */
const SOCKET_IO_PATH = /^\/socket\.io\//;
/** Who was let in before goes on: their events are bounded by person. */
const SESSION_ID_QUERY = /[?&]sid=/;
/** Who hangs up leaves their work behind: by then it has mostly ended, one way or another. */
const ABANDONED_MS = 5000;

const errorBody: ErrorReply = { success: false, message: COMMON_MESSAGES.unavailable };
const BODY = JSON.stringify(errorBody);
const HEADERS = {
	'retry-after': String(RETRY_AFTER_SECONDS),
	'content-type': 'application/json; charset=utf-8',
	'content-length': String(Buffer.byteLength(BODY)),
};
const UPGRADE_REJECTED = `HTTP/1.1 503 Service Unavailable\r\nretry-after: ${RETRY_AFTER_SECONDS}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;

/**
 * Refuses at once what comes while as much is being worked on as can be in time, before anything is done for it: what is
 * accepted stays quick however much comes. Waiting for a slow sender or reader is no work.
 * @param now in milliseconds, of a clock that is never put back
 * @param baseHeaders what every answer says
 */
export function mountOverloadProtection(
	app: FastifyInstance,
	now = () => performance.now(),
	baseHeaders: Record<string, string> = BASE_HEADERS,
): void {
	const headers = { ...baseHeaders, ...HEADERS };
	const classes: RequestClass[] = REQUEST_CLASSES.map(([name, max, matches]) => ({
		name,
		max,
		matches,
		active: new Map(),
	}));
	const classOf = (request: IncomingMessage) => classes.find(({ matches }) => matches(request));
	const shouldLog = logOncePer();
	let lastNumber = 0;

	function capacityOf({ max, active }: RequestClass): number {
		if (active.size < max) return max;
		const [oldest = 0] = active.values();
		return now() - oldest < FAST_MS ? max * BURST_FACTOR : max;
	}

	function isAtCapacity(request: IncomingMessage): boolean {
		const requestClass = classOf(request);
		if (!requestClass || requestClass.active.size < capacityOf(requestClass)) return false;
		reportOverload(requestClass.name);
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
		const resume = () => void (reply.raw.closed || reply.sent || startTracking(raw));
		if (raw.readableEnded) resume();
		else if (hasBody(raw)) raw.once('end', resume);
		done();
	});
	app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
		stopTracking(raw);
		done();
	});
	app.addHook('onReady', async () => {
		const handleRequest = replaceListeners(app.server, 'request');
		app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			if (!isOfOpenConnection(request) && isAtCapacity(request)) return reject(response, headers);
			if (!SOCKET_IO_PATH.test(request.url ?? '')) {
				startTracking(request);
				response.once('close', () => {
					if (response.writableEnded) stopTracking(request);
					else setTimeout(() => stopTracking(request), ABANDONED_MS).unref();
				});
			}
			handleRequest(request, response);
		});
		const handleUpgrade = replaceListeners(app.server, 'upgrade');
		app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
			// Node listens no more: one that breaks before it is taken over would end the process.
			socket.on('error', () => socket.destroy());
			if (!isOfOpenConnection(request) && isAtCapacity(request)) socket.end(UPGRADE_REJECTED);
			else handleUpgrade(request, socket, head);
		});
	});
}

/** A request of somebody who has a line already. */
function isOfOpenConnection({ url = '' }: IncomingMessage): boolean {
	return SOCKET_IO_PATH.test(url) && SESSION_ID_QUERY.test(url);
}

function sendsPhotos(request: IncomingMessage): boolean {
	return canHaveBody(request) && /^multipart\//i.test(request.headers['content-type'] ?? '');
}

/** Nobody reads what comes with a question: to wait for its end would be to leave the lane for good. */
function canHaveBody({ method }: IncomingMessage): boolean {
	return method !== 'GET' && method !== 'HEAD';
}

function hasBody(request: IncomingMessage): boolean {
	if (!canHaveBody(request)) return false;
	const { headers } = request;
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function reject(response: ServerResponse, headers: Record<string, string>): void {
	response.writeHead(503, headers).end(BODY);
}
